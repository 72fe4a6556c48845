/**
 * Every operation of the HTTP interface as schemathesis tests it, with all of its checks: no failure of the server, no status that
 * the document does not declare, no answer against its schema. As nobody, an annotator, a manager and an administrator, each with a
 * project of their own, whose ids stand in the addresses; the production build, without a limit of rate.
 * Schemathesis is put below `.data/python` where it is not there yet.
 * Run: npm run bench -- schemathesis [--examples 5] [--seconds 600] [--as manager] [--match "/api/items"] [--seed 1]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeEnvironment } from '@/scripts/python'
import { type ActorName, headersOf, type Moment, makeScene, type Scene } from '@/tests/access/scene'
import { folderOf } from '@/tests/python/environments'
import { say, withApp } from './setting/app'

const { values } = parseArgs({
  options: {
    /** Drawn for each operation, beside those that its schemas give. */
    examples: { type: 'string', default: '5' },
    /** At most, for each person. */
    seconds: { type: 'string', default: '600' },
    as: { type: 'string', default: '' },
    match: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
})

const ENVIRONMENT = 'schemathesis'
const PACKAGE = 'schemathesis==4.32.5'

/** Who asks, at which moment of a task's life: what each can reach most of. */
const PEOPLE: readonly (readonly [string, ActorName, Moment])[] = [
  ['nobody', 'nobody', 'open'],
  ['annotator', 'assigned', 'open'],
  ['manager', 'manager', 'gold'],
  ['administrator', 'administrator', 'gold'],
]

/** What stands in addresses. What is not named here is drawn, and mostly leads nowhere. */
const namesIn = ({ project, task, people, extras }: Scene): Record<string, string | number> => ({
  projectId: project.id,
  taskId: task.id,
  itemId: task.itemId,
  userId: people.partner.id,
  importId: extras.importId,
  runId: extras.endedRunId,
  documentId: extras.documentId,
  searchId: extras.searchId,
  evaluationId: extras.evaluationId,
  inquiryId: extras.inquiryId,
  editId: extras.editId,
  viewId: extras.sharedViewId,
  invitationId: extras.invitationId,
  secret: extras.releaseSecret,
  stage: 'segments',
  stageKey: 'segments',
  measure: 'label',
})

/** `cookie`: of who is signed in. Named as the scheme of the document, so that it is left out where a request is to come from nobody. */
function configOf(scene: Scene, cookie = ''): string {
  const session = cookie.slice(cookie.indexOf('=') + 1)
  const auth = session ? `[auth.openapi.session]\napi_key = ${JSON.stringify(session)}\n` : ''
  const lines = Object.entries(namesIn(scene)).map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}`)
  return `${CHECKS}\n${STREAMS}\n${auth}\n[parameters]\n${lines.join('\n')}\n`
}

/** A stream of events does not end by itself: its status and its head are looked at, and the request ends after so many seconds. */
const STREAMS = `[[operations]]
include-path-regex = "/stream$"
request-timeout = 3
`

/** What fits the document can be against a rule of the project, or against what goes together: refused as declared. */
const CHECKS = `[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 410, 413, 422, 429, 431]
`

/** What schemathesis reports of one run. */
interface Report {
  stop_reason: string
  operations: { selected: number; tested: number } | null
  test_cases: { generated: number }
  failures: readonly { code: string; count: number }[]
  errors: readonly { title: string; count: number }[]
}

/** A row of the table: how much was asked, and what each check found. */
function rowOf(name: string, { stop_reason, operations, test_cases, failures, errors }: Report): string {
  const found = [
    ...failures.map(({ code, count }) => `${code}: ${count}`),
    ...errors.map(({ title, count }) => `${title}: ${count}`),
  ]
  const asked = `${operations?.tested ?? 0} of ${operations?.selected ?? 0}`
  return `| ${name} | ${asked} | ${test_cases.generated} | ${stop_reason} | ${found.join(', ') || 'nothing'} |`
}

/** Runs it for one person; returns whether it found nothing, and the row of the table. */
async function testAs(folder: string, url: string, [name, actor, moment]: (typeof PEOPLE)[number]) {
  const scene = await makeScene(moment)
  const config = path.join(folder, `${name}.toml`)
  writeFileSync(config, configOf(scene, (await headersOf(scene, actor)).cookie))
  say(`${name}:`)
  const report = path.join(folder, `${name}.json`)
  const program = spawn(
    path.join(folderOf(ENVIRONMENT), 'bin/st'),
    [
      '--config-file',
      config,
      'run',
      `${url}/api/openapi.json`,
      '--checks=all',
      '--phases=examples,coverage,fuzzing',
      '--continue-on-failure',
      '--no-color',
      `--report-json-path=${report}`,
      // A machine that does much else is slow, not broken.
      '--request-timeout=20',
      `--max-examples=${values.examples}`,
      `--max-time=${values.seconds}`,
      `--seed=${values.seed}`,
      ...(values.match ? ['--include-path-regex', values.match] : []),
    ],
    { stdio: 'inherit', cwd: folder },
  )
  const [code] = await once(program, 'close')
  const row = existsSync(report)
    ? rowOf(name, JSON.parse(readFileSync(report, 'utf8')))
    : `| ${name} | no report | | | |`
  return { isClean: code === 0, row }
}

makeEnvironment(ENVIRONMENT, [[PACKAGE]], '')
await withApp(async ({ url }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-schemathesis-'))
  const failed: string[] = []
  const rows = ['| as | operations | cases | ended | found |', '|---|---|---|---|---|']
  try {
    for (const person of PEOPLE.filter(([name]) => values.as === '' || name === values.as)) {
      const { isClean, row } = await testAs(folder, url, person)
      rows.push(row)
      if (!isClean) failed.push(person[0])
    }
  } finally {
    say(rows.join('\n'))
    rmSync(folder, { recursive: true, force: true })
  }
  if (failed.length > 0) throw new Error(`Something was found as ${failed.join(', ')}.`)
  say('Nothing was found.')
})
