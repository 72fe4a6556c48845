import { expect, it } from 'vitest'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { getWorkbench } from './queries'

it('gives annotators who are to find the claims no evidence that names them', async () => {
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const record = {
    prompt: 'Which moon is the largest?',
    response: 'Ganymede is the largest.',
    sentences: ['Ganymede is the largest.'],
    'atomic claims': [['Ganymede is the largest moon.']],
    evidence: [[[{ quote: 'No moon is larger.', url: 'https://sky.example/ganymede' }]]],
  }
  const task = await makeTask(project, { record })
  const annotator = await makeMember(project, 'annotator')
  await makeAssignment(task, annotator)
  const { item, suggestions } = await getWorkbench(actorOf(annotator), task.id)
  expect(item.content).toMatchObject({ prompt: record.prompt, evidence: [] })
  // The factory makes no suggestions, as an import that ignores labels does not either.
  expect(JSON.stringify({ item, suggestions })).not.toContain('largest moon.')
})
