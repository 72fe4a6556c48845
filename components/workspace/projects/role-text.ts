import type { ProjectView } from '@/lib/workspace/projects/contract'

/** The word shown for each role. */
export const ROLE_TEXT: Record<ProjectView['role'], string> = {
  manager: 'Manager',
  annotator: 'Annotator',
  reviewer: 'Reviewer',
  viewer: 'Viewer',
}
