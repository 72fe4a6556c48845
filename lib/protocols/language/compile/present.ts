/** The texts that annotators read, of the content that a record brought. */
import type { Json } from '@/lib/protocols/answers'
import { type Definition, inLanguage, type ShownDefinition } from '@/lib/protocols/language/definition'
import type { ShownPart } from '@/lib/protocols/protocol'

/** Each with its heading, in order; what a record leaves out is left out. */
export function shownTexts(definition: Definition, content: Json, language: string): ShownPart[] {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return []
  return definition.show.flatMap((shownPart) => {
    const value = content[shownPart.content] ?? null
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return []
    const title = inLanguage(shownPart.title, language, definition.language)
    return [{ name: shownPart.content, title, text: asText(value, shownPart.as) }]
  })
}

/** A value of content as text. */
export function asText(value: Json, as: ShownDefinition['as']): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value))
    return value.map((entry, index) => `${as === 'list' ? `[${index + 1}] ` : ''}${asText(entry, as)}`).join('\n\n')
  return Object.entries(value)
    .map(([name, entry]) => `${name}: ${entry === null ? '–' : asText(entry, as)}`)
    .join('\n')
}
