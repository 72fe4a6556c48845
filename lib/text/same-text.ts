/** Are two texts the same but for white space? */
export function sameTextIgnoringSpace(left: string, right: string): boolean {
  return withoutSpace(left) === withoutSpace(right)
}

/** The text without its white space. */
export function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}
