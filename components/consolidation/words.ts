import type { Author, ConsolidationView, Lane, SettledValue } from '@/lib/consolidation/contract'
import type { Json, Question, Stage } from '@/lib/protocols/protocol'

type Lanes = Pick<ConsolidationView, 'lanes'>

/** The lanes as the reader has them: their own first, otherwise by letter. */
export function lanesInOrder({ lanes }: Lanes): Lane[] {
  return [...lanes].sort((a, b) => Number(b.own) - Number(a.own) || a.id.localeCompare(b.id))
}

/** "Lane A" to a third person; "You" and "Partner" to the annotators themselves; with the name where it may be known. */
export function laneName({ lanes }: Lanes, id: string): string {
  const lane = lanes.find((each) => each.id === id)
  if (lane?.own) return 'You'
  const name = lanes.some((each) => each.own) ? (lanes.length > 2 ? `Partner ${id}` : 'Partner') : `Lane ${id}`
  return lane?.name ? `${name} (${lane.name})` : name
}

export function authorName(view: Lanes, { kind, lane, name }: Author): string {
  if (kind === 'you') return 'You'
  if (kind === 'agreement') return 'Agreement'
  if (kind === 'lane' && lane) return laneName(view, lane)
  return name ? `Reviewer (${name})` : 'Reviewer'
}

/** How a value came to stand, in a sentence without its full stop. */
export function howText(view: Lanes, { how, lane, by }: SettledValue): string {
  const who = authorName(view, by)
  const from = lane ? laneName(view, lane) : null
  switch (how) {
    case 'agreed':
      return 'All who were asked agree'
    case 'single':
      return from ? `Only ${from === 'You' ? 'you' : from} had a say` : 'One annotator only'
    case 'merged':
      return 'Lists put together'
    case 'lane':
      return from
        ? `${who} settled it as ${from === 'You' ? 'your own lane' : from} has it`
        : `${who} settled it as several have it`
    case 'edited':
      return `${who} settled it otherwise`
    case 'majority':
      return 'Most agree'
    case 'imported':
      return 'Imported as gold'
  }
}

/** "Segment 3", or "Item" for a kind that has only one. */
export function unitName(stage: Stage, units: ConsolidationView['units'], key: string): string {
  const kind = units.find((unit) => unit.key === key)?.kind
  const word = stage.unitKinds.find((each) => each.kind === kind)?.text ?? key
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  const alike = units.filter((unit) => unit.kind === kind)
  return alike.length > 1 ? `${title} ${alike.findIndex((unit) => unit.key === key) + 1}` : title
}

/** A value on one line. */
export function valueText(question: Question, value: Json): string {
  const option = question.options?.find((each) => each.value === value)
  if (option) return option.text
  if (question.form === 'links')
    return (
      linksOf(value)
        .map(({ url }) => url)
        .join(' ') || 'no links'
    )
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The links in an answer. */
export function linksOf(value: Json): { url: string; note: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) =>
    entry && typeof entry === 'object' && !Array.isArray(entry) && typeof entry.url === 'string'
      ? [{ url: entry.url, note: typeof entry.note === 'string' ? entry.note : '' }]
      : [],
  )
}

/** Links as lines of text, one a line with its note behind it, and back. */
export const linksToText = (value: Json): string =>
  linksOf(value)
    .map(({ url, note }) => `${url} ${note}`.trim())
    .join('\n')

export const textToLinks = (text: string): Json =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): Json => {
      const [, url = line, note = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
      return note ? { url, note } : { url }
    })
