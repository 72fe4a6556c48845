/** What the server names by its place in a request ("body.prettyName"), in the words of the form that sent it. Pure. */
import type { Issue } from '@/lib/platform/api/problem'

/** Fields that their forms call otherwise than their names do. */
const FIELDS: Readonly<Record<string, string>> = {
  address: 'Address of the dataset',
  annotationsCreators: 'How the annotations were made',
  answers: 'Answer',
  asOf: 'Published until',
  batch: 'Batch name',
  body: 'Remark',
  budgetMicro: 'Ceiling',
  contradictionsReason: 'Why they are released as they are',
  expertise: 'Annotators’ expertise and training',
  externalId: 'Identifier',
  licenceLink: 'Link to the licence',
  licenceName: 'Name of the licence',
  pay: 'Annotators’ pay',
  prettyName: 'Name of the dataset',
  people: 'Rates of single people',
  quotedLicence: 'Licence of quoted text',
  rate: 'An hour, for everybody',
  sha256: 'Page',
  url: 'Address of the page',
  value: 'Answer',
}

/** Of an endpoint alone, by its path and the field. */
const FIELDS_OF_ENDPOINTS: Readonly<Record<string, string>> = {
  '/api/projects/{projectId}/guidelines body': 'Text',
  '/api/tasks/{taskId}/refuse comment': 'What should be looked at again',
  '/api/items/{itemId}/label value': 'Label',
  '/api/projects/{projectId}/assignments/by-rule people': 'People',
  '/api/projects/{projectId}/assignments/by-rule/preview people': 'People',
  '/api/projects/{projectId}/members people': 'People',
}

/** “Known gaps”, “Prompts, entry 3”; empty where the request as a whole is meant. Names inside of an answer are no field's. */
export function fieldWords(path: string, endpoint = ''): string {
  const [, ...parts] = path.split('.')
  const names = parts.filter((part) => !isNumber(part))
  const name = names.findLast((each) => wordsOf(each, endpoint) !== null)
  if (name === undefined) return ''
  const field = wordsOf(name, endpoint) ?? ''
  const entry = parts[parts.indexOf(name) + 1]
  return entry !== undefined && isNumber(entry) ? `${field}, entry ${Number(entry) + 1}` : field
}

/** What was refused, as sentences that name fields as their form does. */
export const refusalWords = (issues: readonly Issue[], endpoint: string): string =>
  issues
    .map(({ path, message }) => [fieldWords(path, endpoint), message].filter((part) => part !== '').join(': '))
    .join(' ')

const isNumber = (part: string): boolean => /^\d+$/.test(part)

/** null where it is no name that a form could have, such as a control character or a key that somebody chose. */
function wordsOf(name: string, endpoint: string): string | null {
  if (!/^[a-z][a-zA-Z]*\d*$/.test(name)) return null
  const listedWords =
    FIELDS_OF_ENDPOINTS[`${endpoint} ${name}`] ?? (Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined)
  if (listedWords !== undefined) return listedWords
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
