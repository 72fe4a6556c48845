import { ensureBrowser } from '@/scripts/chromium'
import { runJourneys } from '@/scripts/test/run-step'

/** `npm run journeys -- [arguments of playwright test]`: the app as a person uses it, in a browser. */
export async function main(args: string[]): Promise<void> {
  await ensureBrowser()
  const ok = await runJourneys(args)
  process.exit(ok ? 0 : 1)
}
