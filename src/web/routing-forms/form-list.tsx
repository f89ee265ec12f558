/* The routing forms that a user administers. */
import { MyFormsPage } from '../../../views/routing-forms/my-forms.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { formPath, FORMS_PATH, type RoutingFormPagesDeps } from './own-form.js';
import { groupName } from './presenter.js';

export async function listForms(
  { routingDesigns }: RoutingFormPagesDeps,
  { user: { account }, session }: UserRequest,
): Promise<PageReply> {
  const forms = await routingDesigns.list(account.id);
  const groups = await routingDesigns.groups(account.id);
  const props = {
    user: account,
    forms: forms.map(({ form: { id, name, disabled }, group, responses }) => ({
      ...{ name, disabled, responses },
      to: formPath(id),
      groupName: groupName(group),
    })),
    createTo: groups.length === 0 ? undefined : `${FORMS_PATH}/new`,
    done: session.takeMessage(),
  };
  return page(<MyFormsPage {...props} />);
}
