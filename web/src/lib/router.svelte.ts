/** Addresses without page loads: `where.path`, `where.query`, and links that `go`. */

export const where = $state({ path: location.pathname, query: location.search });

function look(): void {
  where.path = location.pathname;
  where.query = location.search;
}

addEventListener("popstate", look);

export function go(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  look();
  if (!replace) scrollTo(0, 0);
}

/** Catch clicks on links of this site. */
export function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.origin !== location.origin || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
