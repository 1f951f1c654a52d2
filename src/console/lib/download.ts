/** Lets the browser save a file that this page made. */
export function download(
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer> | readonly string[],
): void {
  const url = URL.createObjectURL(new Blob([content].flat(), { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
