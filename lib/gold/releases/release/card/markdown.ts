/** Markdown from facts: what people wrote stays text. Pure. */

/** Into one line of text that stays text: nothing in it is markup, and no line of it begins a list or heading. */
export const inline = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>|#~]/g, (mark) => `\\${mark}`)

export function table(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map((cell) => inline(String(cell))).join(' | ')} |`
  return [line(heading), `| ${heading.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n')
}

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${inline(line)}`).join('\n')

/** A fence longer than any in the text. */
export function fenced(text: string, kind: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${kind}\n${text}\n${fence}`
}

/** Headings that people wrote stand below the card's own. */
export const below = (text: string): string => text.replace(/^(#{1,4})(?=\s)/gm, '##$1').replaceAll('\r\n', '\n')

export const number = (value: number): string => value.toLocaleString('en')

/** As on the pages: a coefficient with two decimals. */
export function coefficient(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return value < 0 && text !== '0.00' ? `−${text}` : text
}

export function share(value: number): string {
  if (value === 0 || value === 1) return `${value * 100}%`
  return `${Math.min(99.9, Math.max(0.1, value * 100)).toFixed(1)}%`
}
