/** The little Markdown the rules pages are written in, as HTML. Every numbered rule becomes an anchor. */

export interface Heading {
  level: number;
  text: string;
  id: string;
}

const RULE = /^\*\*((?:A|CE|GR|CM)-\d+)\*\*\s*/;

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** Bold, italics, code and links within a line. */
export function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*\(([^*]+)\)\*\*/g, '<span class="ruling">$1</span>')
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, "$1<em>$2</em>")
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+|#[^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/(?<![\w#>-])((?:CE|GR|CM)-\d+)(?![\w-])/g, '<a href="#$1">$1</a>');
}

const slug = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

export function render(source: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const lines = source.replace(/\r/g, "").split("\n");
  let html = "";
  let list = false;
  let i = 0;

  const close = (): void => {
    if (list) html += "</ul>";
    list = false;
  };

  while (i < lines.length) {
    const line = lines[i] ?? "";
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (heading) {
      close();
      const level = heading[1]?.length ?? 1;
      const text = heading[2] ?? "";
      const id = slug(text);
      headings.push({ level, text, id });
      html += `<h${level} id="${id}">${inline(text)}</h${level}>`;
      i++;
    } else if (/^- /.test(line)) {
      if (!list) html += "<ul>";
      list = true;
      const body: string[] = [line.slice(2)];
      for (i++; i < lines.length && (/^ {2}/.test(lines[i] ?? "") || ((lines[i] ?? "") === "" && /^ {2}/.test(lines[i + 1] ?? ""))); i++) body.push((lines[i] ?? "").replace(/^ {2}/, ""));
      const id = RULE.exec(body[0] ?? "")?.[1];
      if (id) body[0] = (body[0] ?? "").replace(RULE, "");
      html += `<li${id ? ` id="${id}"` : ""}>${id ? `<a class="number" href="#${id}">${id}</a> ` : ""}<div>${blocks(body)}</div></li>`;
    } else if (line.trim() === "") {
      if (list && !/^- /.test(lines[i + 1] ?? "")) close();
      i++;
    } else {
      close();
      const body: string[] = [];
      for (; i < lines.length && (lines[i] ?? "").trim() !== "" && !/^(#{1,4} |- )/.test(lines[i] ?? ""); i++) body.push(lines[i] ?? "");
      html += blocks(body);
    }
  }
  close();
  return { html, headings };
}

/** Paragraphs, tables and lists within one item. */
function blocks(lines: string[]): string {
  let html = "";
  let i = 0;
  while (i < lines.length) {
    const line = lines[i] ?? "";
    if (line.trim() === "") i++;
    else if (line.startsWith("|")) {
      const rows: string[][] = [];
      for (; i < lines.length && (lines[i] ?? "").startsWith("|"); i++) rows.push((lines[i] ?? "").slice(1).replace(/\|\s*$/, "").split("|").map((cell) => cell.trim()));
      const [head = [], , ...body] = rows;
      const named = head.some((cell) => cell !== "");
      html += `<div class="scroll"><table>${named ? `<thead><tr>${head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join("")}</tr></thead>` : ""}<tbody>${body.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join("")}</tr>`).join("")}</tbody></table></div>`;
    } else if (/^[-*] /.test(line)) {
      html += "<ul class=\"plain\">";
      while (i < lines.length && /^[-*] /.test(lines[i] ?? "")) {
        let text = (lines[i] ?? "").slice(2);
        for (i++; i < lines.length && /^ {2}\S/.test(lines[i] ?? ""); i++) text += ` ${(lines[i] ?? "").trim()}`;
        html += `<li>${inline(text)}</li>`;
      }
      html += "</ul>";
    } else {
      const text: string[] = [];
      for (; i < lines.length && (lines[i] ?? "").trim() !== "" && !/^([-*] |\|)/.test(lines[i] ?? ""); i++) text.push((lines[i] ?? "").trim());
      html += `<p>${inline(text.join(" "))}</p>`;
    }
  }
  return html;
}
