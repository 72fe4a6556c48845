/** Whoever asks the network is known by name: pages by the guarded way, providers at the address that was set for them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const listed = execFileSync('git', ['ls-files', 'app', 'components', 'lib', 'compose.ts', 'worker-handlers.ts'], {
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const saying = (pattern: RegExp) =>
  files.filter((file) => existsSync(file) && pattern.test(readFileSync(file, 'utf8'))).toSorted()

it('connections to other machines are opened in these places, and nowhere else', () => {
  expect(saying(/import (?!type).*from '(undici|openai|axios|(node:)?(https?|http2|net|tls|dgram))'/)).toEqual([
    // Names of its failures only.
    'lib/automation/llm/openai-failure.ts',
    'lib/automation/llm/openai.ts',
    // Providers of searches, at the address of the environment; follows nothing.
    'lib/automation/search/ask-provider.ts',
    // Pages: every address checked, also after redirects and as resolved.
    'lib/automation/search/guarded-agent.ts',
    'lib/automation/search/guarded-get.ts',
    // Places that releases are sent to: guarded likewise, but for hosts that the operator names; follows nothing.
    'lib/gold/releases/push/push-fetch.ts',
    // Stands before the server of this process, and asks nobody.
    'lib/platform/server/before-router.ts',
  ])
  expect(saying(/(?<![\w.])fetch\(/)).toEqual([
    // By the function that it is given, which is the guarded one.
    'lib/automation/evidence/read-page.ts',
    // Models, at the address of the environment; follows nothing.
    'lib/automation/llm/plain-fetch.ts',
    // By the function that it is given: that of the next line, undici's with the guarded agent.
    'lib/gold/releases/push/hub-target.ts',
    // By the function that it is given, likewise.
    'lib/gold/releases/push/place-answers.ts',
    'lib/gold/releases/push/push-fetch.ts',
    // By the function that it is given, the one of push-fetch.
    'lib/gold/releases/push/session-token.ts',
    // The browser and the command line ask Assay.
    'lib/platform/client/fetch-json.ts',
    // The app's own health, at the address that the launcher has given it.
    'lib/platform/jobs/until-answers.ts',
  ])
})

it('addresses that people give are reached by the guarded way', () => {
  expect(saying(/guardedGet\(/)).toEqual([
    'lib/automation/search/fetch-page.ts',
    'lib/automation/search/guarded-get.ts',
    'lib/automation/search/robots.ts',
  ])
  expect(saying(/guardedAgent\(/)).toEqual([
    'lib/automation/search/fetch-page.ts',
    'lib/automation/search/guarded-agent.ts',
    'lib/gold/releases/push/push-fetch.ts',
  ])
})
