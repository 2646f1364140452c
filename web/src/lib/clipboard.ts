/** Copy a text; in a home network without https only the old way is open. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
