import { API_VERSION } from './contract'
import { endpoints } from './endpoints'
import { openApi } from './openapi'

/** The document of this application's endpoints. Made anew each time: it is small, and asked for seldom. */
export const openApiResponse = (): Response => Response.json(openApi(endpoints, API_VERSION))
