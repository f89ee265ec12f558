/* The stores of the authorization server besides its artifacts. */
import type { Announcements } from './consent/announcement-store.js';
import type { ClientGrantStore } from './grants/client-grant-store.js';
import type { GrantHistory } from './grants/grant-history.js';
import type { GrantedResourcesStore } from './grants/granted-resources-store.js';

export interface AuthorizationStores {
  readonly announcements: Announcements;
  readonly clientGrants: ClientGrantStore;
  readonly grantedResources: GrantedResourcesStore;
  readonly grantHistory: GrantHistory;
}
