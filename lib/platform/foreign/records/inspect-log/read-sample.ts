/** What a sample of Inspect says, as texts: what was asked, what came back, and what each scorer found. Pure. */
import type { JsonObject } from '@/lib/platform/foreign/records/source-entry'
import type { Json } from '@/lib/protocols/protocol'
import type { LogHeader, Sample } from './contract'

const ATTACHMENT = 'attachment://'

/** A text of the log, also where it is kept apart from its place. */
const textAt = (text: string, { attachments }: Sample): string => {
  const attachment = text.startsWith(ATTACHMENT) ? attachments?.[text.slice(ATTACHMENT.length)] : undefined
  return typeof attachment === 'string' ? attachment : text
}

/** The words of a message: a text, or those of its parts that are texts. */
function wordsOf(content: unknown, sample: Sample): string {
  if (typeof content === 'string') return textAt(content, sample)
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part) => {
      const { type, text } = Object(part) as { type?: unknown; text?: unknown }
      return type === 'text' && typeof text === 'string' ? [textAt(text, sample)] : []
    })
    .join('\n')
}

/** What was asked: a text, or a conversation, of which each message but a lone one is named by its role. */
export function inputOf(sample: Sample): string {
  const { input } = sample
  if (!Array.isArray(input)) return wordsOf(input, sample)
  const messages = input.map((message) => {
    const { role, content } = Object(message) as { role?: unknown; content?: unknown }
    return { role: String(role ?? 'user'), words: wordsOf(content, sample) }
  })
  return messages.length === 1
    ? (messages[0]?.words ?? '')
    : messages.map(({ role, words }) => `${role}: ${words}`).join('\n\n')
}

/** What the model said at last; empty where it said nothing. */
export function outputOf(sample: Sample): string {
  const { completion, choices } = sample.output ?? {}
  if (typeof completion === 'string' && completion !== '') return textAt(completion, sample)
  const [first] = Array.isArray(choices) ? choices : []
  const { message } = Object(first) as { message?: unknown }
  return wordsOf((Object(message) as { content?: unknown }).content, sample)
}

/** The answer that a scorer kept of a sample; null where it kept none. */
export function answerOf(sample: Sample, scorer: string): string | null {
  const answer = sample.scores?.[scorer]?.answer
  const text = typeof answer === 'string' ? textAt(answer, sample).trim() : ''
  return text === '' ? null : text
}

/** Why nothing came back, without a full stop; null where the log gives no reason. */
export const errorOf = ({ error }: Sample): string | null => {
  const message = error?.message
  return typeof message === 'string' ? message.slice(0, 300).replace(/\.$/, '') : null
}

/** A sample as a record whose columns can be chosen from. */
export function recordOf(header: LogHeader, sample: Sample, epochs: number): JsonObject {
  const { id, epoch, target, scores, metadata } = sample
  const scoreEntries = Object.entries(scores ?? {}).map(([name, { value, answer }]): [string, JsonObject] => [
    name,
    { value: (value ?? null) as Json, answer: (answer ?? null) as Json },
  ])
  return {
    id: epochs > 1 ? `${id} (epoch ${epoch})` : String(id),
    input: inputOf(sample),
    output: outputOf(sample),
    target: (target ?? null) as Json,
    model: header.eval.model,
    task: header.eval.task,
    epoch,
    scores: Object.fromEntries(scoreEntries),
    ...(Object.keys(metadata ?? {}).length > 0 ? { metadata: metadata as JsonObject } : {}),
  }
}
