/**
 * The fake endpoint as a process of its own. FAKE_OPENAI_PORT: where it listens (left out: anywhere); FAKE_OPENAI_PLAN:
 * its plan as JSON. Prints {"url": ...} once it listens; GET, PUT and DELETE of /control read counts, set a plan, reset.
 */
import { startFakeOpenAI } from './fake-openai'
import { planSchema } from './fake-openai-plan'

const plan = planSchema.parse(JSON.parse(process.env.FAKE_OPENAI_PLAN ?? '{}'))
const fake = await startFakeOpenAI(plan, { port: Number(process.env.FAKE_OPENAI_PORT ?? 0) })
process.stdout.write(`${JSON.stringify({ url: fake.url })}\n`)
process.on('SIGTERM', () => void fake.close().then(() => process.exit(0)))
