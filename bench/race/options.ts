/** What the race is asked for on its command line. */
import { parseArgs } from 'node:util'
import { parseUrl } from '@/lib/text/parse-url'
import { StartError } from '@/scripts/start-error'

export const RIVALS = ['label-studio', 'doccano', 'potato'] as const
export type RivalName = (typeof RIVALS)[number]

/** How a rival is reached. */
export interface RivalOptions {
  url: string
  /** What stands behind the address: a token, or a user and a password. */
  account: readonly string[]
  /** The command that starts it; null where it runs already. */
  start: string | null
  /** Where it is installed. */
  folders: readonly string[]
}

export interface RaceOptions {
  items: number
  rounds: number
  seconds: number
  people: number
  /** Whether Assay is also built and started from a fresh clone, which takes minutes. */
  firstStart: boolean
  /** Only notes what the tools answer, for the tests of their adapters. */
  record: boolean
  rivals: ReadonlyMap<RivalName, RivalOptions>
}

/** How much stands behind each rival's address. */
const ACCOUNTS: Record<RivalName, readonly string[]> = {
  'label-studio': ['TOKEN'],
  doccano: ['USER', 'PASSWORD'],
  potato: [],
}

const USAGE = `npm run bench -- race [--items 10000] [--rounds 3] [--seconds 8] [--people 50] [--no-first-start] [--record]
${RIVALS.map((name) => `  [--${name} ${['URL', ...ACCOUNTS[name]].join(',')} [--${name}-start COMMAND] [--${name}-folders FOLDER,...]]`).join('\n')}`

/** Reads the arguments. Throws StartError with what is wrong and how it is to be. */
export function readOptions(args: readonly string[]): RaceOptions {
  const text = { type: 'string' } as const
  const named = RIVALS.flatMap((name) => [name, `${name}-start`, `${name}-folders`])
  const numbers = { items: 10_000, rounds: 3, seconds: 8, people: 50 }
  const texts = Object.fromEntries([...Object.keys(numbers), ...named].map((name) => [name, text]))
  const options = { ...texts, record: { type: 'boolean' }, 'no-first-start': { type: 'boolean' } } as const
  let values: Record<string, string | boolean | undefined>
  try {
    values = parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
  const given = (name: string) => (typeof values[name] === 'string' ? values[name] : null)
  const number = (name: keyof typeof numbers) => {
    const value = Number(given(name) ?? numbers[name])
    if (!Number.isInteger(value) || value < 1) throw new StartError(`--${name} takes a whole number from 1.\n${USAGE}`)
    return value
  }
  const rivals = new Map<RivalName, RivalOptions>()
  for (const name of RIVALS) {
    const at = given(name)
    const start = given(`${name}-start`)
    const folders = given(`${name}-folders`)
    if (at === null) {
      if (start !== null || folders !== null)
        throw new StartError(`--${name} is missing: say where it answers.\n${USAGE}`)
      continue
    }
    rivals.set(name, { ...readAddress(name, at), start, folders: folders?.split(',') ?? [] })
  }
  return {
    items: number('items'),
    rounds: number('rounds'),
    seconds: number('seconds'),
    people: number('people'),
    record: values.record === true,
    firstStart: values['no-first-start'] !== true,
    rivals,
  }
}

function readAddress(name: RivalName, text: string): Pick<RivalOptions, 'url' | 'account'> {
  const [address = '', ...account] = text.split(',')
  const expected = ACCOUNTS[name]
  const wrong = `--${name} takes ${['URL', ...expected].join(',')}`
  if (account.length !== expected.length || account.includes('')) throw new StartError(`${wrong}.\n${USAGE}`)
  const url = /^http:\/\//.test(address) ? parseUrl(address) : null
  if (!url) throw new StartError(`${wrong}; its URL begins with http://, such as http://127.0.0.1:8080.\n${USAGE}`)
  return { url: url.origin, account }
}
