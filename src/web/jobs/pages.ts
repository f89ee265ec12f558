/* `/admin/jobs`: the job queue, the jobs that were given up, and what can be done about one. Only for administrators. */
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { jobPath, JOBS_PATH, type JobsDeps } from './deps.js';
import { act, askToAct, JOB_ACTIONS, showJob } from './job-page.js';
import { showJobs } from './jobs-page.js';

export function createJobPages(deps: JobsDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: JOBS_PATH, who: 'admin', handle: handler(showJobs) }),
    definePage({ method: 'GET', path: `${JOBS_PATH}/:id`, who: 'admin', handle: handler(showJob) }),
    ...JOB_ACTIONS.flatMap((action) =>
      defineConfirmedForm({
        path: `${JOBS_PATH}/:id/${action.to}`,
        who: 'admin',
        recentSignIn: true,
        confirm: {
          ask: (post) => askToAct(deps, post, action),
          backTo: ({ param }) => jobPath({ id: param('id') }),
        },
        handle: (post) => act(deps, post, action),
      }),
    ),
  ];
}
