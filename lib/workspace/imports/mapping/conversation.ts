/** Conversations in the shapes of OpenAI and of ShareGPT, as a prompt and one response. Pure. */
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

interface Message {
  role: string
  text: string
}

export interface Conversation {
  /** The messages before the response; empty where there are none. */
  prompt: string
  /** The last message of the assistant; null where the conversation does not end with one. */
  response: string | null
  /** The top-level fields that it stands in. */
  fields: readonly string[]
  notes: RecordProblem[]
}

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  prompter: 'user',
  gpt: 'assistant',
  bot: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  developer: 'system',
}
const NAMES: Readonly<Record<string, string>> = { user: 'User', assistant: 'Assistant', system: 'System' }

/** The conversation that a record holds, or null. A log of the Responses API, a chat, a batch's output or input, ShareGPT. */
export function conversationIn(record: JsonRecord): Conversation | null {
  for (const field of ['messages', 'conversations', 'conversation']) {
    const messages = messagesOf(record[field])
    if (messages) return asConversation(messages, [field])
  }
  const answered = answerIn(record)
  const questionPart = questionIn(record)
  if (!answered && !questionPart?.isRequest) return null
  const messages = [...(questionPart?.messages ?? []), ...(answered?.messages ?? [])]
  // A line of a batch has an id of its own beside that of the request.
  const fields = [
    ...(questionPart?.fields ?? []),
    ...(answered?.fields ?? []),
    ...('custom_id' in record ? ['id'] : []),
  ]
  return asConversation(messages, fields, answered?.choices)
}

interface Part {
  messages: Message[]
  fields: string[]
  /** Answers to one request, where there are several. */
  choices?: number
  isRequest?: boolean
}

/** What the model said: of a completion, of a response, or of either as the body of a batch's line or of a log. */
function answerIn(record: JsonRecord): Part | null {
  const { response } = record
  const body = bodyOf(record)
  if (body) return body
  if (response === undefined || !isJsonRecord(response)) return null
  const inner = bodyOf(response) ?? (isJsonRecord(response.body ?? null) ? bodyOf(response.body as JsonRecord) : null)
  return inner && { ...inner, fields: ['response'] }
}

function bodyOf(body: JsonRecord): Part | null {
  const { choices, output } = body
  if (Array.isArray(choices) && choices.some((choice) => isJsonRecord(choice) && 'message' in choice)) {
    const [first] = choices
    const message = isJsonRecord(first ?? null) ? messageOf((first as JsonRecord).message) : null
    return { messages: message ? [message] : [], fields: ['choices'], choices: choices.length }
  }
  if (!Array.isArray(output) || !output.some((part) => isJsonRecord(part) && part.type === 'message')) return null
  const messageParts = output.filter((part) => isJsonRecord(part) && part.type === 'message')
  const texts = messageParts.flatMap((part) => messageOf(part)?.text ?? [])
  return { messages: texts.length > 0 ? [{ role: 'assistant', text: texts.join('\n\n') }] : [], fields: ['output'] }
}

/** What the model was asked, in the record or in the request that stands in it. */
function questionIn(record: JsonRecord): Part | null {
  for (const field of [null, 'request', 'body']) {
    const inner = field === null ? record : record[field]
    if (inner === undefined || !isJsonRecord(inner)) continue
    const within = inner
    const messages = messagesOf(within.messages) ?? messagesOf(within.input)
    const isText = typeof within.input === 'string' && ('output' in record || field !== null)
    const questionMessages = messages ?? (isText ? [{ role: 'user', text: String(within.input) }] : null)
    if (!questionMessages) continue
    const { instructions } = within
    const system =
      typeof instructions === 'string' && instructions !== '' ? [{ role: 'system', text: instructions }] : []
    const fields = field === null ? ['input', 'instructions'] : [field]
    return { messages: [...system, ...questionMessages], fields, isRequest: field !== null }
  }
  return null
}

function messagesOf(value: Json | undefined): Message[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  if (!value.every((each) => isJsonRecord(each) && ('role' in each || 'from' in each))) return null
  return value.flatMap((each) => messageOf(each) ?? [])
}

function messageOf(value: Json | undefined): Message | null {
  if (value === undefined || !isJsonRecord(value)) return null
  const writtenRole = value.role ?? value.from ?? 'assistant'
  const role = typeof writtenRole === 'string' ? (ROLES[writtenRole] ?? writtenRole) : 'assistant'
  const text = textOf(value.content ?? value.value ?? null)
  return text === null ? null : { role, text }
}

/** A text, or the texts of a list of parts. */
function textOf(content: Json): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  const texts = content.flatMap((part) => {
    if (typeof part === 'string') return [part]
    return isJsonRecord(part) && typeof part.text === 'string' ? [part.text] : []
  })
  return texts.length > 0 ? texts.join('\n') : null
}

/** Messages, or parts of one, as a text; null where these are none, or one of them holds something else than texts. */
export function messagesText(values: readonly Json[]): string | null {
  if (values.length === 0 || !values.every(isJsonRecord)) return null
  if (values.every(isTextPart)) return values.map(({ text }) => text).join('\n')
  const messages = values.flatMap((value) => {
    const isMessage = 'role' in value || 'from' in value
    return isMessage && holdsTexts(value.content ?? value.value ?? null) ? (messageOf(value) ?? []) : []
  })
  return messages.length === values.length ? spoken(messages) : null
}

const isTextPart = (part: Json): part is { text: string } =>
  isJsonRecord(part) && typeof part.text === 'string' && !('role' in part) && (part.type ?? 'text') === 'text'

const holdsTexts = (content: Json): boolean =>
  typeof content === 'string' ||
  (Array.isArray(content) && content.every((part) => typeof part === 'string' || isTextPart(part)))

/** A single one as it is; of several each with who said it. */
const spoken = (messages: readonly Message[]): string =>
  messages.length === 1
    ? (messages[0]?.text ?? '')
    : messages.map(({ role, text }) => `${NAMES[role] ?? role}: ${text}`).join('\n\n')

function asConversation(messages: readonly Message[], fields: string[], choices = 1): Conversation {
  const last = messages.at(-1)
  const isAnswered = last?.role === 'assistant'
  const before = isAnswered ? messages.slice(0, -1) : messages
  const [field = ''] = fields
  const isPlain = before.length === 1 && before[0]?.role === 'user'
  const notes: RecordProblem[] = []
  if (before.length > 1)
    notes.push({
      field,
      message: `The ${before.length} messages before the last answer became the prompt, each with who said it.`,
      fix: 'Nothing, if the answer is to be judged in the light of all of them.',
    })
  if (choices > 1)
    notes.push({
      field,
      message: `There are ${choices} answers to one request; the first is read.`,
      fix: 'Write a line for each answer that is to be annotated.',
    })
  return {
    prompt: isPlain
      ? (before[0]?.text ?? '')
      : before.map(({ role, text }) => `${NAMES[role] ?? role}: ${text}`).join('\n\n'),
    response: isAnswered ? last.text : null,
    fields,
    notes,
  }
}
