/** A reporter that keeps the list of which journey asks for which pages and routes; `npm run check` chooses by it. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { endpoints } from '@/app/api/endpoints'
import { routeFinder } from '@/scripts/check/app-routes'
import { addToList, readJourneyList, writeJourneyList } from '@/scripts/check/journey-list'
import { ADDRESSES } from './watch-requests'

const addressesIn = ({ attachments }: TestResult) =>
  attachments.flatMap(({ name, body }): string[] => (name === ADDRESSES && body ? JSON.parse(body.toString()) : []))

const posix = (file: string) => file.replaceAll('\\', '/')

/** The file of tests; a test may be written in a file that it imports. */
function specOf(test: TestCase): string {
  let suite: Suite | undefined = test.parent
  while (suite && suite.type !== 'file') suite = suite.parent
  return suite?.location?.file ?? test.location.file
}

export default class RecordRoutes implements Reporter {
  /** Of all tries of a test. */
  private readonly asked = new Map<TestCase, string[]>()
  private root = '.'

  onBegin({ configFile }: FullConfig) {
    this.root = path.dirname(configFile ?? '.')
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'skipped') return
    this.asked.set(test, [...(this.asked.get(test) ?? []), ...addressesIn(result)])
  }

  onEnd() {
    if (this.asked.size === 0) return
    const files = readdirSync(path.join(this.root, 'app'), { recursive: true, encoding: 'utf8' })
    const tests = [...this.asked].map(([test, addresses]) => ({
      spec: posix(path.relative(this.root, specOf(test))),
      title: test.titlePath().slice(3).join(' > '),
      hasPassed: test.ok(),
      addresses,
    }))
    const find = routeFinder(
      files.map((file) => `app/${posix(file)}`),
      endpoints,
    )
    writeJourneyList(addToList(readJourneyList() ?? {}, tests, find))
  }

  printsToStdio() {
    return false
  }
}
