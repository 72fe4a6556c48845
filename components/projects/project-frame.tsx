'use client'

import {
  BookOpen,
  ChartNoAxesCombined,
  ClipboardCheck,
  ClipboardList,
  Database,
  Download,
  FileUp,
  House,
  List,
  ListChecks,
  Settings,
  Target,
  TrendingUp,
  UserRoundSearch,
  Users,
  WandSparkles,
} from 'lucide-react'
import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import { ProjectNav, type ProjectNavLink } from '@/components/shell/project-nav'
import { Callout } from '@/components/ui/callout'
import type { ProjectAbilities, ProjectView } from '@/lib/projects/contract'

const ICON = 'size-4 shrink-0'

function linksOf(projectId: string, can: ProjectAbilities): ProjectNavLink[] {
  const to = (page: string) => `/projects/${projectId}${page}`
  return [
    { href: to(''), label: 'Home', icon: <House aria-hidden className={ICON} />, show: true },
    { href: to('/items'), label: 'Items', icon: <List aria-hidden className={ICON} />, show: can.browseItems },
    { href: to('/import'), label: 'Import', icon: <FileUp aria-hidden className={ICON} />, show: can.manage },
    {
      href: to('/prefill'),
      label: 'Pre-fill',
      icon: <WandSparkles aria-hidden className={ICON} />,
      show: can.browseItems,
    },
    {
      href: to('/assignments'),
      label: 'Assignments',
      icon: <ClipboardList aria-hidden className={ICON} />,
      show: can.manage,
    },
    { href: to('/review'), label: 'Review', icon: <ClipboardCheck aria-hidden className={ICON} />, show: can.review },
    {
      href: to('/agreement'),
      label: 'Agreement',
      icon: <ChartNoAxesCombined aria-hidden className={ICON} />,
      show: can.seeAgreement,
    },
    {
      href: to('/people'),
      label: 'People',
      icon: <UserRoundSearch aria-hidden className={ICON} />,
      show: can.manage || can.takeTasks,
    },
    {
      href: to('/progress'),
      label: 'Progress',
      icon: <TrendingUp aria-hidden className={ICON} />,
      show: can.browseItems,
    },
    {
      href: to('/calibration'),
      label: 'Calibration',
      icon: <Target aria-hidden className={ICON} />,
      show: can.manage,
    },
    {
      href: to('/dataset'),
      label: 'Dataset',
      icon: <Database aria-hidden className={ICON} />,
      show: can.browseItems,
    },
    { href: to('/checks'), label: 'Checks', icon: <ListChecks aria-hidden className={ICON} />, show: can.browseItems },
    { href: to('/export'), label: 'Export', icon: <Download aria-hidden className={ICON} />, show: can.export },
    { href: to('/members'), label: 'Members', icon: <Users aria-hidden className={ICON} />, show: can.seeMembers },
    { href: to('/guidelines'), label: 'Guidelines', icon: <BookOpen aria-hidden className={ICON} />, show: true },
    { href: to('/settings'), label: 'Settings', icon: <Settings aria-hidden className={ICON} />, show: can.manage },
  ]
}

/** A project's pages beside its navigation; the tasks' workplaces get the whole width. */
export function ProjectFrame({ project, children }: { project: ProjectView; children: ReactNode }) {
  const section = useSelectedLayoutSegment()
  if (section === 'tasks')
    return (
      <div id="content" tabIndex={-1} className="outline-none">
        {children}
      </div>
    )
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <ProjectNav projectId={project.id} name={project.name} links={linksOf(project.id, project.abilities)} />
      <div
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-w-0 max-w-6xl flex-1 px-4 py-6 outline-none sm:px-6 lg:py-8"
      >
        {project.archivedAt ? (
          <Callout className="mb-6" title="This project is archived">
            Everything can be read and downloaded, nothing changed.
            {project.abilities.manage ? ' Take it out of the archive in Settings.' : null}
          </Callout>
        ) : null}
        {children}
      </div>
    </div>
  )
}
