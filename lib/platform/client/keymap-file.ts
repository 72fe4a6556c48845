import { normalKeys } from './keyboard'
import type { KeyChoices } from './keymap'

/** What a file of keys says of itself. A later version that cannot be read in the old way gets another number. */
export const KEY_FILE = { schema: 'assay-keys', version: 1 } as const

/** More is no file of keys. */
export const MOST_BYTES = 200_000
const MOST_ACTIONS = 2_000
const MOST_KEYS = 8
const NAME = /^[\w./=-]{1,200}$/

type Read = { ok: true; choices: KeyChoices } | { ok: false; field: string; problem: string }

const refuse = (field: string, problem: string): Read => ({ ok: false, field, problem })
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A file of keys, for keeping and for taking along: actions in order, so that the same keys give the same bytes. */
export function writeKeyFile(choices: KeyChoices): string {
  const keys = Object.fromEntries(Object.entries(choices).sort(([one], [other]) => (one < other ? -1 : 1)))
  return `${JSON.stringify({ ...KEY_FILE, keys }, null, 2)}\n`
}

/** Reads a file of keys: all of it, or nothing with the field that is wrong and what to do. */
export function readKeyFile(text: string): Read {
  if (text.length > MOST_BYTES)
    return refuse('file', 'It is too large for a file of keys. Choose one that Assay wrote.')
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return refuse('file', 'It is not JSON. Choose a file that Assay wrote.')
  }
  if (!isRecord(file) || file.schema !== KEY_FILE.schema)
    return refuse('schema', `It is not a file of keys: “schema” has to be “${KEY_FILE.schema}”.`)
  if (file.version !== KEY_FILE.version)
    return refuse('version', `Its version is not ${KEY_FILE.version}. Export it again from the Assay you import into.`)
  if (!isRecord(file.keys)) return refuse('keys', 'It has to be an object: actions, each with a list of keys.')
  return readKeys(file.keys)
}

function readKeys(keys: Record<string, unknown>): Read {
  const entries = Object.entries(keys)
  if (entries.length > MOST_ACTIONS)
    return refuse('keys', `More than ${MOST_ACTIONS} actions. Remove what you do not need.`)
  const choices: [string, string[]][] = []
  for (const [name, list] of entries) {
    const field = `keys.${name}`
    if (!NAME.test(name) || name === '__proto__')
      return refuse(field, 'This is not the name of an action. Remove the line.')
    if (!Array.isArray(list) || list.length > MOST_KEYS)
      return refuse(field, `It has to be a list of at most ${MOST_KEYS} keys.`)
    const wrong = list.findIndex((each) => typeof each !== 'string' || normalKeys(each) === null)
    if (wrong >= 0)
      return refuse(
        `${field}[${wrong}]`,
        'This is not a key. Write it like "j", "shift+j", "arrowdown" or "mod+enter".',
      )
    choices.push([name, [...new Set(list.flatMap((each) => normalKeys(String(each)) ?? []))]])
  }
  return { ok: true, choices: Object.fromEntries(choices) }
}
