import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { createProject } from '@/lib/workspace/projects/create-project'
import { publishVersion } from '@/lib/workspace/protocol-files/publish-version'
import { actorOf } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { listExamples, readExample } from './queries'

test('every example can be published as it is, and a project under it has all its records to label', async () => {
  const maker = actorOf(await makeUser({ canCreateProjects: true }))
  for (const { name, title, records } of await listExamples()) {
    const example = await readExample(name)
    const [file] = example?.files ?? []
    if (!example || !file) throw new Error(`${name} has no records`)
    const { protocolId } = await publishVersion(maker, example)
    const project = await createProject(maker, { name: title, description: '', protocolId })
    await importFile(maker, project, file.text, { labels: 'ignore' })
    const tasks = await prisma().task.groupBy({ by: ['state'], where: { projectId: project.id }, _count: true })
    expect(tasks, name).toEqual([{ state: 'open', _count: records }])
  }
})
