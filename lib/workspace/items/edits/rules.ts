import type { Json } from '@/lib/protocols/protocol'

/** What was done to many items, in words: “domain lakes; tags + long”. */
export function changeText(change: Json): string {
  const { act, domain, source, addTags, removeTags, priority } = Object(change) as Record<string, Json | undefined>
  if (act === 'discard') return 'discarded'
  if (act === 'restore') return 'discarding taken back'
  const list = (tags: Json | undefined) => (Array.isArray(tags) && tags.length > 0 ? tags.join(', ') : null)
  const parts = [
    domain === undefined ? null : `domain ${domain ?? 'as in the record'}`,
    source === undefined ? null : `source ${source ?? 'as in the record'}`,
    list(addTags) && `tags added: ${list(addTags)}`,
    list(removeTags) && `tags removed: ${list(removeTags)}`,
    priority === undefined ? null : `priority ${priority}`,
  ]
  return parts.filter((part) => part !== null).join('; ')
}
