/**
 * Control characters but line feed and tab, among them those that begin a terminal's commands; what turns the direction
 * of a line; what separates lines or is not seen at all; halves of characters.
 */
const invisible = /(?![\n\t])\p{Cc}|\p{Bidi_Control}|[\u2028\u2029\ufeff]|\p{Cs}/gu;

/**
 * Makes such characters visible, as `\u001b`, so that what others wrote does not command the terminal that shows it. JSON
 * stays the same JSON.
 */
export function visible(text: string): string {
  return text.replace(invisible, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
