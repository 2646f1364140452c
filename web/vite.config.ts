import { defineConfig } from "vitest/config";
import { svelte } from "@sveltejs/vite-plugin-svelte";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/cuberails/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Everything is a file of its own: the server's Content-Security-Policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `npm run dev` passes the API on to a server started with `cuberails play --no-browser`.
  server: { proxy: { "/api": "http://127.0.0.1:8000" }, fs: { allow: [".."] } },
  test: { include: ["tests/**/*.test.ts"] },
});
