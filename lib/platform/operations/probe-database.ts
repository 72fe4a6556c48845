/**
 * Can the database be written, now, and does it let anybody in? Asked on connections of its own, so that the answer does not
 * wait behind the work of this process, and in bounded time: a server that is frozen, or gone without a word, keeps its
 * connections open. Where only the process that takes new connections is frozen, those that are open go on working, so each
 * question opens one.
 */
import 'server-only'
import pg from 'pg'
import { env } from '@/lib/platform/server/env'

/** So long an answer is waited for, connecting included. */
export const ANSWER_WITHIN_MS = 2_000
/** So long an answer holds, however many ask. */
const HOLDS_MS = 1_000

// Commits one row and one record of the log of changes. Every row of a new transaction takes a page of the disk anew,
// because the table is emptied with each: a disk that is full says so here, and not only at somebody's save.
const TABLE = 'create temp table assay_probe (asked int) on commit delete rows'
const WRITE = `begin; insert into assay_probe values (1); select pg_logical_emit_message(true, 'assay', 'ready'); commit`

interface Probe {
  /** The address asked; another one, and the connection is made anew. */
  url: string
  client: pg.Client | null
  /** The question under way, which all who ask meanwhile share. */
  asking: Promise<void> | null
  /** When the last good answer came, by the monotonic clock. */
  answeredAt: number
}
const globals: typeof globalThis & { __assayProbe?: Probe } = globalThis

function probe(): Probe {
  const url = env().DATABASE_URL
  if (globals.__assayProbe?.url !== url) {
    forget(globals.__assayProbe)
    globals.__assayProbe = { url, client: null, asking: null, answeredAt: Number.NEGATIVE_INFINITY }
  }
  return globals.__assayProbe
}

/** Lets the connection go; what is asked on it fails. */
function forget(of: Probe | undefined): void {
  const { client } = of ?? {}
  if (of) of.client = null
  client?.end().catch(() => undefined)
}

const newClient = ({ url }: Probe) =>
  new pg.Client({
    connectionString: url,
    application_name: 'assay ready',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
  })

/** Opens a connection and lets it go. */
async function letIn(of: Probe): Promise<void> {
  const client = newClient(of)
  client.on('error', () => undefined)
  await client.connect()
  client.end().catch(() => undefined)
}

/** The connection that is kept for writing: its table takes rows in the catalogue, which are not made anew each time. */
async function connect(of: Probe): Promise<pg.Client> {
  const openClient = of.client
  if (openClient) {
    await letIn(of)
    return openClient
  }
  const client = newClient(of)
  client.on('error', () => {
    if (of.client === client) of.client = null
  })
  of.client = client
  await client.connect()
  await client.query(TABLE)
  return client
}

async function ask(of: Probe, also: (client: pg.Client) => Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const isLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS)
  })
  const answer = async () => {
    const client = await connect(of)
    await client.query(WRITE)
    await also(client)
  }
  try {
    await Promise.race([answer(), isLate])
    of.answeredAt = performance.now()
  } catch (error) {
    forget(of)
    throw error
  } finally {
    clearTimeout(late)
  }
}

/**
 * Resolves when the database has just written something, and `also` is done; throws why it cannot. Whoever asks within a
 * second of a good answer gets that one.
 */
export async function probeDatabase(also: (client: pg.Client) => Promise<void>): Promise<void> {
  const of = probe()
  if (performance.now() - of.answeredAt < HOLDS_MS) return
  of.asking ??= ask(of, also).finally(() => {
    of.asking = null
  })
  await of.asking
}
