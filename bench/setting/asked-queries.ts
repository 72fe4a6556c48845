import pg from 'pg'

export interface AskedQuery {
  text: string
  values: unknown[]
}

/** What `work` returns, and everything that it asks the database through the product's own pool, with the begin and the end of transactions. */
export async function withQueries<T>(work: () => Promise<T>): Promise<{ result: T; asked: AskedQuery[] }> {
  const asked: AskedQuery[] = []
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const before = prototype.query
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, second] = args
    if (typeof first === 'string') asked.push({ text: first, values: Array.isArray(second) ? second : [] })
    else if (isConfig(first))
      asked.push({ text: first.text, values: first.values ?? (Array.isArray(second) ? second : []) })
    return before.apply(this, args)
  }
  try {
    return { result: await work(), asked }
  } finally {
    prototype.query = before
  }
}

const isConfig = (value: unknown): value is { text: string; values?: unknown[] } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
