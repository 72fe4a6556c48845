/** A process of the app that waits for something without end, and says who reads it. */
import { ReaderPool } from '@/lib/platform/foreign/pool'

const pool = new ReaderPool({ readers: 'tests/support/pool-readers.ts', limits: { processorMs: 600_000 } })
const pid = await pool.run('pid', null)
void pool.run('spin', null).catch(() => undefined)
process.stdout.write(`${pid}\n`)
