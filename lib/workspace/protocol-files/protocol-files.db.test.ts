import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { createProject } from '@/lib/workspace/projects/create-project'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { callRoute } from '@/tests/support/call-route'
import { makeProtocolVersion, sentenceFile, storeProtocolVersion } from '@/tests/support/protocol-file'
import { until } from '@/tests/support/wait'
import { getProtocolEndpoint, listProtocolsEndpoint, publishProtocolEndpoint } from './contract'
import { publishVersion } from './publish-version'
import { findNewestVersion, getProtocolVersion, listProtocols } from './queries'
import { removeVersion } from './remove-version'
import { asNext } from './rules'

const maker = async () => makeUser({ canCreateProjects: true })
const publish = async (source: string, actor?: Actor) =>
  publishVersion(actor ?? actorOf(await maker()), { source, files: [] })
const stored = (id: string) => prisma().protocolVersion.findMany({ where: { id }, orderBy: { version: 'asc' } })

describe('a version of a protocol file', () => {
  test('is checked with the records beside it, stored with one event, and can be used at once', async () => {
    const folder = 'docs/examples/protocols'
    const [source, text] = await Promise.all(
      ['yaml', 'jsonl'].map((ending) => readFile(`${folder}/my-labels.${ending}`, 'utf8')),
    )
    const actor = actorOf(await maker())
    const file = { source: source ?? '', files: [{ name: 'my-labels.jsonl', text: text ?? '' }] }
    const view = await publishVersion(actor, file)
    expect(view).toMatchObject({ protocolId: 'my-labels@1', title: 'My own labels on a response', newest: true })
    expect((await publishVersion(actor, file)).hash).toBe(view.hash)
    expect(
      await prisma().event.findMany({ where: { type: 'protocol.published', actorId: actor.userId } }),
    ).toHaveLength(1)
    const other = { name: 'my-labels.jsonl', text: `${text}\n` }
    await expect(publishVersion(actor, { ...file, files: [other] })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('with another "my-labels.jsonl" beside it'),
    })
    const project = await createProject(actor, { name: 'Mine', description: '', protocolId: 'my-labels@1' })
    expect(project).toMatchObject({ protocolTitle: 'My own labels on a response', protocolVersion: 1 })
    expect(project.stages.map(({ key, raters }) => ({ key, raters }))).toEqual([{ key: 'label', raters: 2 }])
    await expect(publishVersion(actor, { ...file, files: [] })).rejects.toMatchObject({ code: 'rule' })
  })

  test('is checked against the versions that it says something about', async () => {
    const actor = actorOf(await maker())
    await publish(sentenceFile('says-of-earlier'), actor)
    const second = sentenceFile('says-of-earlier', 2).replace('tests:\n', 'migrate:\n  1: {drop: [graed]}\ntests:\n')
    await expect(publish(second, actor)).rejects.toMatchObject({
      code: 'rule',
      extra: {
        issues: [{ path: 'line 49, column 14', message: expect.stringContaining('Version 1 has no question "graed"') }],
      },
    })
  })

  test('never changes, and a newer one takes a higher number', async () => {
    await publish(sentenceFile('never-changes', 3))
    const changed = sentenceFile('never-changes', 3).replace('Errors in sentences', 'Other words')
    await expect(publish(changed)).rejects.toMatchObject({
      code: 'conflict',
      extra: { issues: [{ path: 'line 3, column 1', message: expect.stringContaining('Write version: 4.') }] },
    })
    await expect(publish(sentenceFile('never-changes', 2))).rejects.toMatchObject({ code: 'conflict' })
    const next = sentenceFile('never-changes', 4).replace('ask: Is it right?', 'ask: Does it hold?')
    expect(await publish(next)).toMatchObject({
      version: 4,
      newest: true,
      previous: { version: 3, changes: [{ weight: 'text', at: expect.stringContaining('label') }] },
    })
    // The version after an older one is the first that can be published.
    const begun = asNext(sentenceFile('never-changes', 3), { newest: await findNewestVersion('never-changes') })
    expect(await publish(begun.replace('Errors in', 'Faults in'))).toMatchObject({ version: 5, newest: true })
    // What is published already stays what it is, whatever was published after it.
    expect(await publish(sentenceFile('never-changes', 3))).toMatchObject({ version: 3, newest: false })
    expect(await stored('never-changes')).toHaveLength(3)
    const [first] = await stored('never-changes')
    const where = { number: first?.number ?? 0 }
    await expect(prisma().protocolVersion.update({ where, data: { title: 'Edited' } })).rejects.toThrow()
    await expect(prisma().protocolVersion.delete({ where })).rejects.toThrow()
  })

  test('is published once when two publish it at the same time', async () => {
    const other = sentenceFile('at-once').replace('Errors in', 'Faults in')
    const both = await Promise.allSettled([publish(sentenceFile('at-once')), publish(other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await stored('at-once')).toHaveLength(1)
  })

  test('is for those who may create projects', async () => {
    const nobody = actorOf(await makeUser())
    await expect(publish(sentenceFile('no-right'), nobody)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await stored('no-right')).toEqual([])
  })
})

const file = sentenceFile('bad-file')
const BAD: [string, string, number, RegExp][] = [
  ['an unknown word', file.replace('  - id: label\n', '  - id: label\n    rater: 2\n'), 16, /Did you mean "raters"/],
  ['a key twice', file.replace('title: Errors', 'id: twice\ntitle: Errors'), 4, /./],
  [
    'a cycle of conditions',
    file.replace('ask: Is it right?', 'ask: Is it right?\n        when: size(sentence.kinds) > 0'),
    22,
    /./,
  ],
  ['an expression of the wrong type', file.replace('sentence.label == "wrong"', 'sentence.label + 1'), 31, /./],
  ['a value that nobody can choose', file.replace('s.label == "wrong"', 's.label == "false"'), 42, /"false"/],
  ['marks that turn a text around', file.replace('All of it holds.', 'All of it\u202E holds.'), 24, /./],
  ['an alias without an end', `${file}bomb: &a [*a, *a]\n`, 52, /./],
  ['a test that fails', file.replace('expect: {errors: 1}', 'expect: {errors: 2}'), 51, /errors is 1/],
  ['the id of a protocol that is built in', file.replace('bad-file', 'felm'), 2, /built in/],
  ['more than the largest file', `${file}# ${'x'.repeat(140_000)}`, 1, /131,072/],
]

test.each(BAD)('a file with %s is refused with its line, its column and a way out', async (_, source, line, words) => {
  const sent = callRoute(publishProtocolEndpoint, {
    headers: { cookie: await sessionFor(await maker()) },
    body: JSON.stringify({ source }),
  })
  const answer = await sent
  const problem = await answer.json()
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
    status: 422,
    type: 'application/problem+json',
  })
  expect(problem.data.problems[0]).toMatchObject({ line, column: expect.any(Number), fix: expect.stringMatching(/./) })
  const [issue] = problem.issues
  expect(issue.path).toMatch(new RegExp(`^line ${line}, column \\d+$`))
  expect(issue.message).toMatch(words)
  expect(await prisma().protocolVersion.count({ where: { id: { in: ['bad-file', 'felm'] } } })).toBe(0)
})

test('a file of 10 MB is refused before it is read', async () => {
  const answer = await callRoute(publishProtocolEndpoint, {
    headers: { cookie: await sessionFor(await maker()) },
    body: JSON.stringify({ source: 'x'.repeat(10_000_000) }),
  })
  expect(answer.status).toBe(413)
})

describe('taken out of the list', () => {
  test('a version is not while a project uses it, and its name means nothing else afterwards', async () => {
    const user = await maker()
    const actor = actorOf(user)
    const version = { id: 'to-remove', version: 1 }
    await publish(sentenceFile(version.id), actor)
    const project = await createProject(actor, { name: 'Uses it', description: '', protocolId: 'to-remove@1' })
    await expect(removeVersion(actor, version)).rejects.toMatchObject({ code: 'rule' })
    const update = prisma().protocolVersion.updateMany({ where: version, data: { removedAt: new Date() } })
    await expect(update).rejects.toThrow()
    await prisma().project.delete({ where: { id: project.id } })
    await expect(removeVersion(actorOf(await maker()), version)).rejects.toMatchObject({ code: 'forbidden' })
    await removeVersion(actor, version)
    await expect(getProtocolVersion(actor, version)).rejects.toMatchObject({ code: 'not_found' })
    const again = createProject(actor, { name: 'Again', description: '', protocolId: 'to-remove@1' })
    await expect(again).rejects.toMatchObject({ code: 'rule' })
    await expect(publish(sentenceFile(version.id))).rejects.toMatchObject({ code: 'conflict' })
    expect((await listProtocols(actor)).map(({ id }) => id)).not.toContain(version.id)
  })

  test('a project cannot name what is not there', async () => {
    const data = { name: 'Nothing', protocolId: 'nowhere@1', protocolVersion: 1 }
    await expect(prisma().project.create({ data })).rejects.toThrow(/Foreign key constraint/)
  })
})

test('who annotates under a version reads neither its text nor its tests; its managers do', async () => {
  const { id, version, protocolId } = await makeProtocolVersion()
  const project = await makeProject({ protocolId })
  const annotator = await makeMember(project, 'annotator')
  const manager = await makeMember(project, 'manager')
  const ask = async (user: typeof annotator) => {
    const headers = { cookie: await sessionFor(user) }
    const one = await callRoute(getProtocolEndpoint, { params: { id, version: String(version) }, headers })
    const list = await (await callRoute(listProtocolsEndpoint, { headers })).json()
    const names = list.protocols.filter((each: { builtIn: boolean }) => !each.builtIn)
    return { status: one.status, listed: names.map((each: { protocolId: string }) => each.protocolId) }
  }
  expect(await ask(annotator)).toEqual({ status: 404, listed: [] })
  expect(await ask(manager)).toEqual({ status: 200, listed: [protocolId] })
})

test('what is listed is loaded, also a version that another process has published since the actor was identified', async () => {
  const actor = actorOf(await maker())
  const { protocolId } = await storeProtocolVersion()
  expect(() => protocolById(protocolId)).toThrow('not loaded here')
  expect((await listProtocols(actor)).map((each) => each.protocolId)).toContain(protocolId)
  expect(protocolById(protocolId).title).toBe('Errors in sentences')
})

test('a version that one process stored is used by another, and by those that read files for it', async () => {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/run.cjs', 'worker'], {
    env: { ...process.env, NODE_OPTIONS: '', VITEST: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  // It has read all there was before this version is stored.
  await Promise.race([once(child.stdout, 'data'), ended])
  const { protocolId } = await makeProtocolVersion()
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  const records = '{"id":"x","response":"One. Two."}\n'
  const { id } = await uploadImport(manager, project.id, { name: 'x.jsonl', body: new Response(records).body })
  const state = async () => (await prisma().import.findUniqueOrThrow({ where: { id } })).state
  await until(async () => !['uploaded', 'checking'].includes(await state()))
  expect(await prisma().import.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'ready', error: null })
  child.kill('SIGTERM')
  await ended
})
