// Fills the mail-sender port by SMTP.
export { createMailSender, type MailSenderOptions } from './mail-sender.ts';
export { type Mailbox, mailbox, type SmtpAddress, smtpAddress } from './smtp-address.ts';
