// How an organization appears on the pages that its customers' people see.

/** Null: not set. */
export interface Branding {
  readonly displayName: string | null;
  /** `#rrggbb`, the ground of the main button. */
  readonly colour: string | null;
  /** The SHA-256 of the stored picture, in hexadecimal. */
  readonly logo: string | null;
  readonly supportUrl: string | null;
  readonly privacyUrl: string | null;
  /** The pages do not name the service as what they run on. */
  readonly hidePoweredBy: boolean;
}

export const unbranded: Branding = {
  displayName: null,
  colour: null,
  logo: null,
  supportUrl: null,
  privacyUrl: null,
  hidePoweredBy: false,
};

/** `name` is the display name, or else the organization's. */
export interface Brand extends Omit<Branding, 'displayName'> {
  readonly name: string;
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

/** White or black, whichever reads better; on every ground its contrast is more than the 4.5 that WCAG asks for. */
export function textOn(ground: string): { readonly colour: string; readonly contrast: number } {
  const [white, black] = [contrastOf(ground, '#ffffff'), contrastOf(ground, '#000000')];
  return white >= black ? { colour: '#ffffff', contrast: white } : { colour: '#000000', contrast: black };
}
