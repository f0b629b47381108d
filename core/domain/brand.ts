// How an organization appears on the pages that its customers' people see.

export interface Brand {
  readonly name: string;
  /** `#rrggbb`, the ground of the main button. */
  readonly colour: string | null;
  /** The SHA-256 of the stored picture, in hexadecimal. */
  readonly logo: string | null;
  readonly supportUrl: string | null;
  readonly privacyUrl: string | null;
}

/** WCAG's contrast ratio of two colours `#rrggbb`, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White or black, whichever reads better; on every ground that is at least 4.5:1. */
export function textColourOn(ground: string): string {
  return contrastOf(ground, '#ffffff') >= contrastOf(ground, '#000000') ? '#ffffff' : '#000000';
}
