// The reads of this room, for pages and routes.
export { getCauses } from './get-causes'
export { getDifficulty } from './get-difficulty'
export { getDiscussion } from './get-discussion'
