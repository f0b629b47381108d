/** Gives the person a file that the page made or was given. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
