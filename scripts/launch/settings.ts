import path from 'node:path'
import { z } from 'zod'
import { StartError } from '@/scripts/start-error'

/** What the environment says about one start of the app. */
export interface Settings {
  /** `next start` on a production build, or `next dev`. */
  mode: 'start' | 'dev'
  host: string
  port: number
  /** Folder of the embedded database and the session secret. */
  stateFolder: string
  /** '1' wants demo data, '0' forbids them, 'auto' means: only in a new embedded database. */
  demo: '0' | '1' | 'auto'
  /** How long the app stays up after it has said that it is no longer ready. */
  drainMs: number
  /** How long what is being answered may take to end. */
  stopMs: number
  /** A PostgreSQL of the user's; undefined for the embedded one. */
  databaseUrl: string | undefined
}

const PORT_RULE = 'must be a whole number from 1 to 65535'

const SECONDS_RULE = 'must be a number of seconds from 0 to 600'
const seconds = (otherwise: number) =>
  z.coerce.number(SECONDS_RULE).min(0, SECONDS_RULE).max(600, SECONDS_RULE).default(otherwise)

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number(PORT_RULE).int(PORT_RULE).min(1, PORT_RULE).max(65_535, PORT_RULE).default(3000),
  ASSAY_DEMO: z.enum(['0', '1', 'auto']).default('auto'),
  ASSAY_DRAIN_SECONDS: seconds(0),
  ASSAY_STOP_SECONDS: seconds(10),
  ASSAY_STATE_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not the address of a PostgreSQL' }).optional(),
})

/** Reads the settings; throws a StartError that names the variable. Empty variables count as not set. */
export function readSettings(mode: Settings['mode'], variables: Record<string, string | undefined>): Settings {
  const filledVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const read = environment.safeParse(filledVariables)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new StartError(`${issue?.path.join('.')}: ${issue?.message}.`)
  }
  const { HOST, PORT, ASSAY_DEMO, ASSAY_STATE_DIR, DATABASE_URL } = read.data
  const { ASSAY_DRAIN_SECONDS, ASSAY_STOP_SECONDS } = read.data
  return {
    mode,
    host: HOST,
    port: PORT,
    stateFolder: path.resolve(ASSAY_STATE_DIR ?? (mode === 'dev' ? '.data/dev' : '.data')),
    demo: ASSAY_DEMO,
    drainMs: ASSAY_DRAIN_SECONDS * 1000,
    stopMs: ASSAY_STOP_SECONDS * 1000,
    databaseUrl: DATABASE_URL,
  }
}
