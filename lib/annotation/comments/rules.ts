import type { Note, Reply } from './contract'

interface CommentRow {
  id: string
  body: string
  reply: Reply | null
  createdAt: Date
  unit: { key: string } | null
  disagreement: { question: string } | null
}

/** The columns that `presentNote` needs. */
export const noteSelect = {
  id: true,
  body: true,
  reply: true,
  createdAt: true,
  unit: { select: { key: true } },
  disagreement: { select: { question: true } },
} as const

/** A remark on the wire, without its author. */
export function presentNote({ id, body, reply, createdAt, unit, disagreement }: CommentRow): Note {
  return {
    id,
    unit: unit?.key ?? null,
    question: disagreement?.question ?? null,
    body,
    reply,
    createdAt: createdAt.toISOString(),
  }
}
