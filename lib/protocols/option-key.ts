/** Names for units that people see side by side without being told which is which. */

/**
 * Keys for options with these texts, the same in every process and every version, and different for equal texts. Nothing
 * but the texts goes into them: whoever knows how keys are made, and sees the texts, still learns no option's place.
 */
export function optionKeys(texts: readonly string[]): string[] {
  const countByText = new Map<string, number>()
  return texts.map((text) => {
    const before = countByText.get(text) ?? 0
    countByText.set(text, before + 1)
    return optionKey(text, before)
  })
}

/** The key of a text, `before` equal ones behind which it stands. 11 characters that may stand in a unit's key. */
export function optionKey(text: string, before = 0): string {
  return `o${mixed(`${before}\n${text}`).toString(36).padStart(10, '0').slice(-10)}`
}

/** 53 bits of the text, by two rounds of multiplication and mixing (cyrb53, public domain). */
function mixed(text: string): number {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return 4294967296 * (2097151 & high) + (low >>> 0)
}
