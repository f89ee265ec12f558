/* Who carries mails and text messages away, where the configuration names somebody. */
import type { Config } from '../src/config/config.js';
import type { Stores } from '../src/stores.js';
import { createSmtpSender } from './mail/smtp.js';
import { createSmsGateway } from './sms/gateway.js';

const smtpOf = ({ smtpUrl, mailFrom }: Config): Pick<Stores, 'smtp'> =>
  smtpUrl === undefined || mailFrom === undefined
    ? {}
    : { smtp: createSmtpSender({ url: smtpUrl, from: mailFrom }) };

const smsOf = ({ smsUrl }: Config): Pick<Stores, 'sms'> =>
  smsUrl === undefined ? {} : { sms: createSmsGateway({ url: smsUrl }) };

export const openSenders = (config: Config): Pick<Stores, 'sms' | 'smtp'> => ({
  ...smtpOf(config),
  ...smsOf(config),
});
