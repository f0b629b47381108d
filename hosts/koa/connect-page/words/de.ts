import type { Words } from './en.ts';

export const de: Words = {
  testEnvironment: 'Testumgebung',
  secureBy: 'Sichere Verbindung durch Ledgerport',
  help: 'Hilfe von {organization}',
  privacy: 'Datenschutz bei {organization}',
  forAccount: 'Für Konto',
  cancel: 'Abbrechen',
  tryAgain: 'Erneut versuchen',
  backTo: 'Zurück zu {organization}',
  goOn: 'Weiter',
  mayClose: 'Sie können diese Seite schließen.',

  consentTitle: '{provider} mit {organization} verbinden',
  asks: '{organization} möchte sich mit Ihrem {provider} verbinden',
  youApproveThere: 'Sie melden sich bei {provider} an und stimmen dort zu. Ihr Passwort wird niemals weitergegeben.',
  continueTo: 'Weiter zu {provider}',
  reconnectTitle: '{tenant} erneut mit {organization} verbinden',
  reconnectHint:
    'Dieser Link verbindet {tenant} bei {provider} erneut. Wenn {provider} nach dem Unternehmen fragt, wählen Sie dieses: Der Link verbindet kein anderes.',
  validUntil: 'Dieser Link gilt bis {date}.',

  willBeAble: 'Das darf {organization} dann',
  records: 'Daten',
  mayRead: 'Lesen',
  mayCreate: 'Anlegen',
  mayChange: 'Ändern',
  may: 'erlaubt',
  mayNot: 'nicht erlaubt',
  mayEmail: 'Per E-Mail senden: {records}',
  organizations: 'Angaben zum Unternehmen',
  contacts: 'Kontakte',
  invoices: 'Rechnungen',
  credit_notes: 'Gutschriften',
  quotes: 'Angebote',
  payments: 'Zahlungen',
  purchase_orders: 'Bestellungen',
  accounts: 'Konten',
  tax_rates: 'Steuersätze',
  branding_themes: 'Layoutvorlagen',
  items: 'Artikel',
  tracking_categories: 'Auswertungskategorien',
  manual_journals: 'manuelle Buchungen',
  bank_transfers: 'Banküberträge',
  repeating_invoices: 'wiederkehrende Rechnungen',
  bank_transactions: 'Bankbewegungen',
  prepayments: 'Anzahlungen',
  overpayments: 'Überzahlungen',
  storesTitle: 'Was Ledgerport speichert',
  stores_cached:
    'Ledgerport bewahrt eine Kopie dieser Daten auf, damit sie schnell angezeigt werden können. Die Kopie wird gelöscht, wenn Sie die Verbindung trennen.',
  stores_zero: 'Ledgerport speichert keine dieser Daten. Sie werden bei Bedarf aus Ihrer Buchhaltung gelesen.',

  notYet: 'Noch nicht verbunden: {title}',
  formHint:
    'Geben Sie einen Benutzer von {provider} ein, der für diese Verbindung angelegt wurde. Ledgerport bewahrt das Passwort versiegelt auf, um sich anzumelden, und zeigt es niemandem, auch nicht {organization}.',
  formButton: '{provider} verbinden',
  field_server_address: 'Serveradresse',
  field_database: 'Datenbank',
  field_login: 'Benutzername',
  field_password: 'Passwort',
  problem_other: 'Das wurde nicht angenommen. Prüfen Sie Ihre Eingabe.',
  problem_wrong_password: 'Der Server lehnt Benutzername und Passwort ab.',
  problem_database_unknown: 'Diese Datenbank gibt es auf dem Server nicht.',
  problem_server_unreachable: 'Unter dieser Adresse antwortet kein Server.',
  problem_second_factor:
    'Der Server verlangt von diesem Benutzer mehr als ein Passwort. Geben Sie einen anderen Benutzer ein.',
  problem_rate_limited: 'Das waren zu viele Versuche. Warten Sie einige Minuten.',
  problem_too_many: 'Das waren zu viele Versuche. Versuchen Sie es in {minutes} Min. erneut.',
  problem_login_locked: 'Der Server hat diesen Benutzer vorübergehend gesperrt. Versuchen Sie es später erneut.',
  problem_provider_unavailable: 'Der Anbieter antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',

  chooseTitle: 'Unternehmen auswählen',
  chooseHeading: 'Mit welchem Unternehmen soll sich {organization} verbinden?',
  approvedSeveral: 'Sie haben dem Zugriff auf {count} Unternehmen zugestimmt. Nur das ausgewählte wird verbunden.',
  yourOrganizations: 'Ihre Unternehmen',
  filterLabel: 'Unternehmen suchen',
  filterButton: 'Suchen',
  filterNone: 'Kein Unternehmen hat „{text}“ im Namen.',
  filterAll: 'Alle anzeigen',
  connectedElsewhere: 'Schon mit einem anderen Konto verbunden',
  connectedHere: 'Schon verbunden; wählen Sie es, um den Zugriff zu erneuern',
  connectThis: 'Dieses verbinden',

  askTitle: 'Mit {organization} verbinden?',
  askHeading: '{tenant} mit {organization} verbinden?',
  askHeadingSeveral: 'Eines Ihrer Unternehmen mit {organization} verbinden?',
  otherBrowser:
    'Der Link wurde in einem anderen Browser geöffnet. Sagen Sie nur Ja, wenn Sie selbst {organization} um diese Verbindung gebeten haben: Wer dort dieses Konto hat, sieht Ihre Buchhaltung und kann sie ändern.',
  yes: 'Ja, verbinden',
  no: 'Nein',

  wrongTitle: 'Ein anderes Unternehmen',
  wrongHeading: 'Das war ein anderes Unternehmen',
  wrongText: 'Dieser Link verbindet {wanted} erneut. Sie haben {chosen} gewählt. Es wurde nichts geändert.',
  noneTitle: 'Es wurde kein Unternehmen gewählt',
  wrongNone: 'Dieser Link verbindet {wanted} erneut. Es wurde nichts geändert.',
  chooseAnother: 'Ein anderes wählen',
  spentTitle: 'Erneut zustimmen',
  spentHeading: 'Bitte stimmen Sie noch einmal zu',
  spentText: 'Ihre Zustimmung wurde bereits verwendet und gilt nur einmal. Es wurde nichts verbunden.',
  approveAgain: 'Weiter zu Ihrem Anbieter',

  connectedTitle: 'Sie sind verbunden',
  connectedText: '{organization} hat jetzt bei {provider} Zugriff auf {tenant}.',
  connectedAgain: '{organization} hat bei {provider} wieder Zugriff auf {tenant}.',
  undoHint:
    'Sie können den Zugriff jederzeit beenden: Bitten Sie {organization} um die Seite Ihrer Verbindung, oder entfernen Sie den Zugriff bei {provider}.',
  cancelledTitle: 'Es wurde nichts verbunden',
  cancelledText: 'Sie haben abgebrochen. Es wurde nichts geändert.',
  failedTitle: 'Das hat nicht funktioniert',
  failedText: 'Es wurde nichts verbunden. Wenn der Link nicht mehr funktioniert, bitten Sie um einen neuen.',
  failed_duplicate_tenant_connection:
    'Es wurde nichts verbunden: Dieses Unternehmen ist bei {organization} schon mit einem anderen Konto verbunden. Versuchen Sie es mit einem anderen.',
  failed_no_organization: 'Es wurde nichts verbunden: Sie haben den Zugriff auf kein Unternehmen erlaubt.',
  failed_provider_unavailable:
    'Es wurde nichts verbunden: Der Anbieter antwortet gerade nicht. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  failed_connection_limit_reached:
    'Es wurde nichts verbunden: {organization} kann zurzeit keine weiteren Verbindungen annehmen.',
  title_duplicate_tenant_connection: 'Schon mit einem anderen Konto verbunden',
  title_no_organization: 'Sie haben kein Unternehmen erlaubt',
  title_provider_unavailable: 'Der Anbieter antwortet nicht',
  title_provider_timeout: 'Der Anbieter antwortet nicht',
  title_connection_limit_reached: '{organization} kann keine weiteren Verbindungen annehmen',
  title_authorization_failed: 'Der Anbieter hat die Zustimmung nicht bestätigt',
  title_invalid_grant: 'Die Zustimmung gilt nicht mehr',
  title_disconnecting: 'Die frühere Verbindung wird noch beendet',
  failed_provider_timeout:
    'Es wurde nichts verbunden: Der Anbieter antwortet gerade nicht. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  failed_authorization_failed: 'Es wurde nichts verbunden. Versuchen Sie es erneut und stimmen Sie beim Anbieter zu.',
  failed_invalid_grant:
    'Es wurde nichts verbunden: Eine Zustimmung gilt nur einmal und nur wenige Minuten. Versuchen Sie es erneut.',
  failed_disconnecting: 'Es wurde nichts verbunden. Warten Sie zwei Minuten und versuchen Sie es dann erneut.',

  goneTitle: 'Link nicht mehr gültig',
  goneHeading: 'Dieser Link funktioniert nicht mehr',
  gone_unknown: 'Dieser Link ist nicht bekannt. Bitten Sie um einen neuen.',
  gone_expired: 'Dieser Link ist abgelaufen. Bitten Sie {organization} um einen neuen.',
  gone_withdrawn:
    '{organization} hat diesen Link zurückgezogen. Durch ihn wurde nichts verbunden. Bitten Sie {organization} um einen neuen, wenn Sie noch verbinden möchten.',
  gone_other:
    'Mit diesem Link wurde ein anderes Unternehmen gewählt, und es ist verbunden. Bitten Sie {organization} um einen neuen Link, um auch dieses zu verbinden.',
  gone_used:
    'Dieser Link wurde bereits verwendet. Bitten Sie {organization} um einen neuen, um sich erneut zu verbinden.',
  goneHint:
    'Links funktionieren nur für begrenzte Zeit, Verbindungslinks nur einmal. Gehen Sie zu der Anwendung zurück, von der Sie kommen, und beginnen Sie dort erneut.',

  errorTitle: 'Etwas ist schiefgegangen',
  errorNow: 'Das hat gerade nicht funktioniert',
  error_unavailable: 'Der Anbieter ist nicht erreichbar. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  error_unreadable:
    'Ihre Angaben konnten nicht gelesen werden. Gehen Sie eine Seite zurück und versuchen Sie es erneut.',
  error_other: 'Im Dienst ist ein Fehler aufgetreten. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  support: 'Wenn es wieder geschieht, nennen Sie dem Support der Anwendung, von der Sie kommen, diese Nummer:',
  supportBy: 'Wenn es wieder geschieht, nennen Sie dem Support von {organization} diese Nummer:',

  portalTitle: 'Ihre Verbindung mit {organization}',
  portalFine: 'Alles funktioniert.',
  portal_active: '{organization} hat bei {provider} Zugriff auf {tenant}.',
  portal_action_required:
    '{organization} hat den Zugriff auf {tenant} bei {provider} verloren. Verbinden Sie erneut, wenn dort weiter gelesen und geschrieben werden soll.',
  portal_disconnecting:
    'Der Zugriff von {organization} auf {tenant} wird gerade beendet. Wenn das länger dauert, beenden Sie ihn noch einmal.',
  portal_disconnected:
    'Der Zugriff ist beendet: {organization} kann {tenant} bei {provider} nicht mehr lesen oder ändern. Um wieder zu verbinden, bitten Sie {organization} um einen Link.',
  tenant: 'Organisation',
  connectedSince: 'Verbunden seit',
  lastRead: 'Letzter Zugriff',
  lastWritten: 'Letzte Änderung',
  ableTo: 'Das darf {organization}',
  partlyGranted: 'Sie haben nicht alles erlaubt, was dafür nötig ist. Erneuern Sie den Zugriff und erlauben Sie alles.',
  renew: 'Zugriff erneuern',
  renewHint: 'Erneuern Sie den Zugriff, wenn Sie etwas anderes erlauben möchten als bisher.',
  reconnect: 'Erneut verbinden',
  endAccess: 'Zugriff beenden …',
  endTitle: 'Den Zugriff von {organization} beenden?',
  endNow:
    'Der Zugriff auf {tenant} bei {provider} endet sofort. Ledgerport löscht die Zugangsdaten und bricht alle Arbeit ab, die noch nicht beendet ist.',
  endCopy_cached: 'Ledgerport löscht seine Kopie Ihrer Daten innerhalb von Minuten.',
  endCopy_zero: 'Ledgerport hat keine Ihrer Daten gespeichert.',
  endKeeps:
    'In Ihrer Buchhaltung ändert sich nichts. Was {organization} bisher gelesen hat, bleibt in deren eigenem System: Fragen Sie dort, wenn es gelöscht werden soll.',
  endConfirm: 'Zugriff jetzt beenden',
  endKeep: 'Zugriff behalten',

  customer_reconnect: 'Der Zugriff auf {tenant} ist beendet. Bitte verbinden Sie erneut.',
  customer_scope_missing:
    'Für {tenant} fehlt eine Berechtigung. Bitte verbinden Sie erneut und erlauben Sie alles, wonach gefragt wird.',
  customer_unreachable:
    'Ihre Buchhaltung antwortet zurzeit nicht, daher sind die Daten von {tenant} hier vielleicht nicht aktuell. Sie müssen nichts tun.',
  customer_delayed: 'Die Daten von {tenant} sind hier vorübergehend vielleicht nicht aktuell. Sie müssen nichts tun.',
};
