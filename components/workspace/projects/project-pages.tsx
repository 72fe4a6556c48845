'use client'

import {
  BookOpen,
  ChartNoAxesCombined,
  ClipboardCheck,
  ClipboardList,
  Database,
  Download,
  FileUp,
  History,
  House,
  List,
  ListChecks,
  type LucideIcon,
  Package,
  ScrollText,
  SearchCheck,
  Settings,
  Target,
  TrendingUp,
  Trophy,
  UserRoundSearch,
  Users,
  WandSparkles,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { ProjectNav, type ProjectNavLink } from '@/components/shell/project-nav'
import { Callout } from '@/components/ui/callout'
import type { ProjectAbilities, ProjectView } from '@/lib/workspace/projects/contract'

type Entry = readonly [page: string, label: string, Icon: LucideIcon, show: boolean]

const groupsOf = (can: ProjectAbilities): Readonly<Record<string, readonly Entry[]>> => ({
  work: [
    ['', 'Home', House, true],
    ['/items', 'Items', List, can.browseItems],
    ['/import', 'Import', FileUp, can.manage],
    ['/prefill', 'Pre-fill', WandSparkles, can.browseItems],
    ['/assignments', 'Assignments', ClipboardList, can.manage],
    ['/review', 'Review', ClipboardCheck, can.review],
    ['/submissions', 'My submissions', History, can.takeTasks],
  ],
  figures: [
    ['/agreement', 'Agreement', ChartNoAxesCombined, can.seeAgreement],
    can.manage
      ? ['/people', 'People', UserRoundSearch, true]
      : ['/people', 'My figures', UserRoundSearch, can.takeTasks],
    ['/progress', 'Progress', TrendingUp, can.browseItems],
    ['/calibration', 'Calibration', Target, can.manage],
  ],
  results: [
    ['/dataset', 'Dataset', Database, can.browseItems],
    ['/checks', 'Checks', ListChecks, can.browseItems],
    ['/audits', 'Audits', SearchCheck, can.browseItems],
    ['/evaluation', 'Evaluation', Trophy, can.browseItems],
    ['/export', 'Export', Download, can.export],
    ['/releases', 'Releases', Package, can.export],
  ],
  project: [
    ['/members', 'Members', Users, can.seeMembers],
    ['/guidelines', 'Guidelines', BookOpen, true],
    ['/settings', 'Settings', Settings, can.manage],
    ['/audit-log', 'Audit log', ScrollText, can.manage],
  ],
})

/** Pages that are reached from another one and have no link of their own. */
const COVERS: Readonly<Record<string, readonly string[]>> = { '/people': ['/adjudicators'] }

function linksOf(projectId: string, can: ProjectAbilities): ProjectNavLink[] {
  return Object.entries(groupsOf(can)).flatMap(([group, entries]) =>
    entries.map(([page, label, Icon, show]) => ({
      href: `/projects/${projectId}${page}`,
      covers: (COVERS[page] ?? []).map((covered) => `/projects/${projectId}${covered}`),
      label,
      icon: <Icon aria-hidden className="size-4 shrink-0" />,
      show,
      group,
    })),
  )
}

/** A page of a project beside the navigation. */
export function ProjectPages({ project, children }: { project: ProjectView; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <ProjectNav projectId={project.id} name={project.name} links={linksOf(project.id, project.abilities)} />
      <div
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-w-0 max-w-page flex-1 px-4 py-6 outline-none sm:px-6 lg:py-8"
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
