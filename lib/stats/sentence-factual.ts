/**
 * Rolls claim labels up to the sentence, by the published rule of Factcheck-Bench (Wang et al. 2024): true if every
 * claim is "true", null without claims, else false. A claim without enough evidence makes the sentence not factual.
 */
export function sentenceFactual(claims: readonly string[]): boolean | null {
  if (claims.length === 0) return null
  return claims.every((label) => label === 'true')
}
