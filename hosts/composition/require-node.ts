/** better-sqlite3 ends an older Node without a word; this says it in one sentence instead. */
export function requireNode(versions: { readonly node: string; readonly napi?: string | undefined }): void {
  if (Number(versions.napi ?? 0) >= 10) return;
  throw new Error(
    `Ledgerport needs Node 22.18 or newer (this is ${versions.node}); start it with npm, which brings Node 24 along: npm start`,
  );
}
