import { mount } from "svelte";
import App from "./App.svelte";
import { showTheme } from "./lib/settings.svelte";
import { preferred, speak } from "./lib/words.svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";

showTheme();
await speak(preferred());
mount(App, { target: document.getElementById("app") as HTMLElement });
