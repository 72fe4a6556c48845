/** What annotators may see of a record, what they may not, and the units that it gives. */
import type { Json } from '@/lib/protocols/answers'
import type { ContentDefinition, Definition } from '@/lib/protocols/language/definition'
import { fieldName, valueAt } from '@/lib/protocols/language/pointers'
import { linkProblem } from '@/lib/protocols/links'
import type { RecordProblem } from '@/lib/protocols/records'
import { shownValue } from '@/lib/protocols/shown-value'
import { givenUnits, HIDDEN, UNITS } from './units'

/** What the rows of an item have in common, or the keys that it stands under or finds its partners by, among what is hidden: it tells items apart whose texts are the same. */
const RECORD_KEY = '@group'

/** The content by name; `problems` grows by what is missing or is not what the file says. */
export function readContent(definition: Definition, json: Json, problems: RecordProblem[]): Json {
  const { record, units } = definition
  const content: { [key: string]: Json } = {}
  for (const part of record.content) content[part.name] = readPart(definition, part, json, problems)
  const recordUnits = givenUnits(json, units, problems)
  const { group, each, join } = record
  const keys = group?.by ?? each?.keys.map((name) => [name]) ?? join?.map(({ by }) => by)
  const key = keys?.map((pointer) => valueAt(json, pointer) ?? null)
  const hidden = [
    ...record.hidden.map(({ name, at }) => [name, valueAt(json, at) ?? null]),
    ...(key && key.length > 0 ? [[RECORD_KEY, key]] : []),
  ]
  return {
    ...content,
    ...(hidden.length > 0 ? { [HIDDEN]: Object.fromEntries(hidden) } : {}),
    ...(recordUnits.length > 0 ? { [UNITS]: recordUnits as unknown as Json } : {}),
  }
}

function readPart({ show, stages }: Definition, part: ContentDefinition, json: Json, problems: RecordProblem[]): Json {
  const { name, at, optional, form } = part
  const written = valueAt(json, at) ?? null
  const field = fieldName(at)
  const isEmpty =
    written === null ||
    (typeof written === 'string' && written.trim() === '') ||
    (form === 'texts' && Array.isArray(written) && written.length === 0)
  if (isEmpty && !optional)
    problems.push({ field, message: `${field} is ${written === null ? 'missing' : 'empty'}.`, fix: `Add ${field}.` })
  if (form !== undefined) return isEmpty ? nothingOf(form, written) : inForm(form, written, field, problems)
  const isText = show.some((each) => each.content === name && each.as === 'text')
  const isMarked = stages.some(({ questions }) => questions.some(({ marks }) => marks?.in === name))
  if (!isEmpty && (isMarked ? typeof written !== 'string' : isText && typeof written === 'object'))
    problems.push({ field, message: `${field} is not a text.`, fix: 'Write a text, or show it as a list or a table.' })
  return written
}

type Form = NonNullable<ContentDefinition['form']>

/** What stands for content that a record leaves out; a text of blanks is kept. */
const nothingOf = (form: Form, written: Json): Json =>
  form === 'texts' ? [] : form === 'text' && written !== '' ? written : null

/** The value as the file says that it is; as it was written where it is not that. */
function inForm(form: Form, written: Json, field: string, problems: RecordProblem[]): Json {
  const refuse = (message: string, fix: string, within: string = field) => {
    problems.push({ field: within, message, fix })
    return written
  }
  if (form === 'texts') {
    if (!Array.isArray(written)) return refuse(`${field} is not a list.`, 'Write a list of texts, or [] for none.')
    for (const [index, entry] of written.entries())
      if (typeof entry !== 'string')
        refuse(`${shownValue(entry)} is not a text.`, 'Write every entry as a text.', `${field}[${index}]`)
    return written
  }
  if (form === 'text' && typeof written === 'number') return String(written)
  if (typeof written !== 'string') return refuse(`${field} is not a text.`, 'Write it as a text.')
  const problem = form === 'link' ? linkProblem(written) : null
  return problem === null ? written : refuse(`${field}: ${problem}`, 'Write the whole address of the page.')
}
