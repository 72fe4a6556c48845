/** What somebody's column holds as one text: texts, numbers, lists of them, and messages or parts of a conversation. Pure. */
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, SCALAR_AS_TEXT } from '@/lib/protocols/record-fields'
import { messagesText } from './conversation'

export interface TextValue {
  text: string
  /** What is to be said of it, where it is not a text as it stands. */
  said: { message: string; fix: string } | null
}

const JOINED = {
  message: 'A list of several texts is read as one text, with a line for each.',
  fix: 'Nothing, if they belong together. Otherwise write a record for each.',
}
const CONVERSATION = {
  message: 'Messages of a conversation are read as one text; of several, each with who said it.',
  fix: 'Nothing, if it reads as it should in the preview.',
}

/** null: it holds an object that is neither a message nor a part of one, so that nobody knows which of its texts is meant. */
export function textValue(value: Json): TextValue | null {
  if (typeof value === 'string') return { text: value, said: null }
  if (typeof value === 'number' || typeof value === 'boolean') return { text: String(value), said: SCALAR_AS_TEXT }
  if (!Array.isArray(value)) return null
  const entries = value.filter((entry) => entry !== null)
  const [only, ...others] = entries
  const messages = messagesText(entries)
  if (messages !== null) return { text: messages, said: CONVERSATION }
  if (only !== undefined && others.length === 0 && !isJsonRecord(only)) return textValue(only)
  return entries.every((entry) => typeof entry !== 'object') ? { text: entries.join('\n'), said: JOINED } : null
}
