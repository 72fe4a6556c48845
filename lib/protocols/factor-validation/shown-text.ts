/**
 * A completion as people see it. The published files leave cues by which the true one can be told: in the expert set most
 * true completions have a blank before the full stop and contradictions have none (docs/formats/factor-validation.md).
 * White space is one blank, none stands before a closing mark or behind an opening bracket. Exports keep the original.
 */
export function shownText(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/ +(?=[.,;:!?…)\]”’])/gu, '')
    .replace(/(?<=[([“‘]) +/gu, '')
}
