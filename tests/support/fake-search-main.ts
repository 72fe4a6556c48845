/**
 * The fake searches as a process of its own. FAKE_SEARCH_PORT: where it listens (left out: anywhere); FAKE_SEARCH_PLAN: its
 * plan as JSON. Prints {"urls": {"serper": ...}, "control": ...} once it listens; GET, PUT and DELETE of the control address
 * read counts, set a plan, reset.
 */
import { startFakeSearch } from './fake-search'
import { searchPlanSchema } from './fake-search-plan'

const plan = searchPlanSchema.parse(JSON.parse(process.env.FAKE_SEARCH_PLAN ?? '{}'))
const fake = await startFakeSearch(plan, { port: Number(process.env.FAKE_SEARCH_PORT ?? 0) })
process.stdout.write(`${JSON.stringify({ urls: fake.urls, control: fake.control })}\n`)
process.on('SIGTERM', () => void fake.close().then(() => process.exit(0)))
