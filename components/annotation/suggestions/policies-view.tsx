'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { SettingsError } from '@/components/workspace/projects/settings-error'
import type { Policies } from '@/lib/annotation/suggestions/contract'
import { fetchPolicies, useSetPolicies } from '@/lib/annotation/suggestions/hooks'
import { type Draft, draftOf, draftProblem, isChanged, policyKey, settingOf } from './policy-draft'
import { PolicyRow } from './policy-row'

/** What annotators are shown of suggestions, question by question. */
export function PoliciesView({ projectId, initialData }: { projectId: string; initialData: Policies }) {
  const [policies, setPolicies] = useState(initialData)
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const save = useSetPolicies(projectId)
  const rows = policies.stages.flatMap(({ key: stage, questions }) =>
    questions.map((question) => {
      const key = policyKey(stage, question)
      return { stage, question, key, draft: drafts[key] ?? draftOf(question) }
    }),
  )
  const changed = rows.filter(({ question, draft }) => isChanged(question, draft))
  const isWrong = changed.some(({ draft }) => draftProblem(draft) !== null)
  const fill = (fresh: Policies) => {
    setPolicies(fresh)
    setDrafts({})
  }
  const reload = async () => {
    fill(await fetchPolicies(projectId))
    save.reset()
  }
  const submit = () =>
    save.mutate(
      changed.map(({ stage, question, draft }) => settingOf(stage, question, draft)),
      {
        onSuccess: (fresh) => {
          fill(fresh)
          toast.success('Saved', { description: 'It holds for annotations begun from now on.' })
        },
      },
    )
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>}
        title="Policies"
        description="What annotators are shown of the suggestions for each question. A policy holds for annotations begun from now on; those that have begun keep to theirs."
        actions={
          <ButtonLink href={`/projects/${projectId}/prefill/anchoring`}>What suggestions do to the labels</ButtonLink>
        }
      />
      <div className="space-y-6">
        <Explanation />
        {policies.stages.length === 0 ? (
          <EmptyState title="This protocol asks nothing">There is nothing to set here.</EmptyState>
        ) : null}
        {policies.stages.map((stage) => (
          <Panel key={stage.key} title={stage.title}>
            <ul>
              {rows
                .filter((row) => row.stage === stage.key)
                .map(({ key, question, draft }) => (
                  <PolicyRow
                    key={key}
                    question={question}
                    draft={draft}
                    mayChange={policies.abilities.change}
                    onChange={(next) => setDrafts((before) => ({ ...before, [key]: next }))}
                  />
                ))}
            </ul>
          </Panel>
        ))}
        <SettingsError error={save.error} onReload={() => void reload()} />
        {policies.abilities.change ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              onClick={submit}
              loading={save.isPending}
              disabled={changed.length === 0 || isWrong}
            >
              Save
            </Button>
            <p className="text-muted text-sm" role="status">
              {changed.length === 0 ? 'Nothing is changed.' : `${changed.length} changed, not saved yet.`}
            </p>
          </div>
        ) : (
          <p className="text-muted text-sm">Only managers of a project in use change policies.</p>
        )}
      </div>
    </>
  )
}

function Explanation() {
  return (
    <ul className="max-w-prose list-disc space-y-1 ps-5 text-sm">
      <li>Shown: annotators see suggestions at once. It is quickest, and draws answers towards the suggestion.</li>
      <li>
        Hidden until answered: annotators see a suggestion once they have answered, and may still change their answer.
      </li>
      <li>None: annotators never see one.</li>
      <li>
        Randomised: for each annotation chance draws one of the three by the shares you give. Only this can tell what
        showing suggestions does to the labels.
      </li>
      <li>
        A suggestion that is shown may give away one that is not: a reason for an error tells what the label was. Where
        questions imply each other, withhold them together.
      </li>
    </ul>
  )
}
