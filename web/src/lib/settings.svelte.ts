/** What a reader chose on this device. */

type Theme = "light" | "dark";
export type Pace = "calm" | "brisk" | "at once";

const system = matchMedia("(prefers-color-scheme: dark)");

export const settings = $state<{ theme: Theme | null; pace: Pace; notify: boolean; name: string }>({
  theme: localStorage.getItem("cuberails.theme") as Theme | null,
  pace: (localStorage.getItem("cuberails.pace") as Pace | null) ?? "calm",
  notify: localStorage.getItem("cuberails.notify") === "yes",
  name: localStorage.getItem("cuberails.name") ?? "",
});

export function theme(): Theme {
  return settings.theme ?? (system.matches ? "dark" : "light");
}

export function showTheme(): void {
  document.documentElement.dataset["theme"] = theme();
}

system.addEventListener("change", showTheme);

export function chooseTheme(chosen: Theme): void {
  settings.theme = chosen;
  localStorage.setItem("cuberails.theme", chosen);
  showTheme();
}

export function choosePace(pace: Pace): void {
  settings.pace = pace;
  localStorage.setItem("cuberails.pace", pace);
}

export function chooseName(name: string): void {
  settings.name = name;
  localStorage.setItem("cuberails.name", name);
}

export async function chooseNotify(wanted: boolean): Promise<void> {
  const may = wanted && (await Notification.requestPermission()) === "granted";
  settings.notify = may;
  localStorage.setItem("cuberails.notify", may ? "yes" : "no");
}

/** How long a move of somebody else stays before the next is shown, in milliseconds. */
export function pause(): number {
  return { calm: 1100, brisk: 450, "at once": 0 }[settings.pace];
}
