'use client'

import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { projectQuery } from '@/lib/workspace/projects/hooks'
import { DangerZone } from './danger-zone'
import { DetailsForm } from './details-form'
import { StageForm } from './stage-form'

/** A project's settings; while it is archived only its fate can be changed. */
export function ProjectSettings({ initialData }: { initialData: ProjectView }) {
  const { data: project } = useQuery({ ...projectQuery(initialData.id), initialData })
  return (
    <>
      <PageHeader
        title="Settings"
        description={`Protocol: ${project.protocolTitle}, version ${project.protocolVersion}.`}
      />
      <fieldset disabled={!project.abilities.change} className="space-y-6">
        <legend className="sr-only">Project settings</legend>
        <Panel title="Name and description">
          <DetailsForm project={project} />
        </Panel>
        {project.stages.map((stage) => (
          <Panel key={stage.key} title={`Stage ${stage.position + 1}: ${stage.title}`}>
            <StageForm projectId={project.id} stage={stage} />
          </Panel>
        ))}
      </fieldset>
      <div className="mt-6">
        <DangerZone project={project} />
      </div>
    </>
  )
}
