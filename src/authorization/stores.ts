/* What the authorization server keeps besides its artifacts. */
import type { Announcements } from '../jobs/store.js';
import type { GrantedResourcesStore } from './grants/granted-resources-store.js';

export interface AuthorizationStores {
  readonly announcements: Announcements;
  readonly grantedResources: GrantedResourcesStore;
}
