// Makes docs/reference/limits.md with each number from its declaration.

import { maxEvents } from '../../adapters/ledger-http/notification-verifier.ts';
import { traits } from '../../adapters/ledger-http/traits.ts';
import { alertDestinationsMost, alertMessagesAnHour, alertTestsAnHour } from '../../core/domain/alert.ts';
import { activeKeysMost } from '../../core/domain/api-key.ts';
import * as files from '../../core/domain/attachment.ts';
import { retryDelaysSeconds } from '../../core/domain/backoff.ts';
import { backgroundDayShare, longestWaitSeconds, minuteShare } from '../../core/domain/budget.ts';
import { bulkItemsMost, itemKeyMaxLength, unfinishedBulksMost } from '../../core/domain/bulk.ts';
import { connectSessionMinutes } from '../../core/domain/connect-session.ts';
import * as session from '../../core/domain/console-session.ts';
import * as delivery from '../../core/domain/delivery.ts';
import { giveUpAfterSeconds, pauseAfterFailures, probeEverySeconds } from '../../core/domain/endpoint-health.ts';
import { signInBound } from '../../core/domain/failed-tries.ts';
import { idempotencyDays, idempotencyKeyMaxLength, twinWaitSeconds } from '../../core/domain/idempotency.ts';
import { levelsMax } from '../../core/domain/json.ts';
import { maxLapses, type OperationType, unfinishedMost } from '../../core/domain/operation.ts';
import * as organization from '../../core/domain/organization.ts';
import * as page from '../../core/domain/page.ts';
import { appConsentMinutes, providerAppsMax } from '../../core/domain/provider-app.ts';
import { syncWarningsMax } from '../../core/domain/sync.ts';
import { timelineEntriesMax } from '../../core/domain/timeline.ts';
import { usageDaysDefault, usageDaysMax } from '../../core/domain/usage.ts';
import { endpointsMax, secretOverlapSeconds } from '../../core/domain/webhook-endpoint.ts';
import { laneRules } from '../../core/domain/work-lane.ts';
import { linesMost } from '../../core/families/document-requests.ts';
import { greatest } from '../../core/families/request-fields.ts';
import { reportedIssues } from '../../core/schemas/parse.ts';
import { metadataBytesMost } from '../../core/schemas/requests/connections.ts';
import { typesMax } from '../../core/schemas/requests/webhooks.ts';
import { keyRequestsMost, keyWaitsMost } from '../../core/use-cases/ledger/key-places.ts';
import { waitSeconds } from '../../core/use-cases/writes/record-lease.ts';
import * as strangers from '../../hosts/koa/middleware/arriving-bodies.ts';
import * as bodies from '../../hosts/koa/middleware/bodies.ts';
import { shareMost } from '../../hosts/koa/shares.ts';
import { defaultLimits } from '../../hosts/koa/transport/limits.ts';

type Numbers = Readonly<Record<string, string | number>>;

export function limitsPage(): Readonly<Record<string, string | number>> {
  return { ...ofRequests(), ...ofAmounts(), ...ofProvider(), ...ofWork(), ...ofOrganizations() };
}

function ofRequests(): Numbers {
  return {
    jsonBody: bytes(bodies.jsonBodyMaxBytes),
    bulkBody: bytes(bodies.rawBodyMaxBytes),
    bulkItems: number(bulkItemsMost),
    itemKey: itemKeyMaxLength,
    unfinishedBulks: unfinishedBulksMost,
    rawBody: bytes(bodies.rawBodyMaxBytes),
    notificationEvents: number(maxEvents),
    levels: levelsMax,
    reportedIssues,
    headerBytes: bytes(defaultLimits.headerBytes),
    idempotencyKey: idempotencyKeyMaxLength,
    idempotencyDays,
    metadata: bytes(metadataBytesMost),
    greatest: number(greatest),
    lines: linesMost,
    headersSeconds: defaultLimits.headersTimeoutMs / 1000,
    requestSeconds: defaultLimits.requestTimeoutMs / 1000,
    answerSeconds: defaultLimits.answerTimeoutMs / 1000,
    answerBytes: number(defaultLimits.answerBytesPerSecond),
    pageLimit: page.pageLimitMax,
    pageLimitDefault: page.pageLimitDefault,
    pageBytes: bytes(page.pageBytesMost),
    listedDocument: bytes(page.listedDocumentBytesMost),
    totalExact: number(page.totalExactBelow),
    timelineEntries: timelineEntriesMax,
    usageDays: usageDaysMax,
    usageDaysDefault,
  };
}

function ofAmounts(): Numbers {
  return {
    keyRequests: keyRequestsMost,
    keyWaits: keyWaitsMost,
    ofOrganization: shareMost.requests,
    dear: shareMost.dear,
    changes: shareMost.changesPerMinute,
    ownFileBytes: bytes(shareMost.bytes * shareMost.files),
    hostFileBytes: bytes(shareMost.hostBytes * shareMost.files),
    filesAtOnce: number(shareMost.filesAtOnce),
    ownBytes: bytes(shareMost.bytes),
    hostBytes: bytes(shareMost.hostBytes),
    hostRequests: defaultLimits.requests,
    hostConnections: number(defaultLimits.connections),
    idleSeconds: defaultLimits.keepAliveTimeoutMs / 1000,
    strangerIdleSeconds: defaultLimits.strangerKeepAliveMs / 1000,
    healthPlaces: defaultLimits.healthPlaces,
    handshakeSeconds: defaultLimits.handshakeTimeoutMs / 1000,
    strangers: strangers.atOnce,
    strangerSeconds: strangers.longestMs / 1000,
    strangerBytes: number(strangers.leastBytesPerSecond),
    filePace: number(strangers.filePace.leastBytesPerSecond),
    fileBytes: `${number(files.attachmentBytesMost)} bytes`,
    downloadBytes: bytes(files.downloadBytesMost),
    dayBytes: `${number(files.attachmentBytesPerDay)} bytes`,
    filenameBytes: number(files.filenameBytesMost),
    unfinished: number(unfinishedMost),
  };
}

function ofProvider(): Numbers {
  const { perMinute, inFlight, perDay, appPerMinute } = traits.limits;
  return {
    perMinute,
    inFlight,
    perDay: number(perDay),
    appPerMinute: number(appPerMinute ?? 0),
    automationShare: minuteShare.automations * 100,
    syncShare: minuteShare.syncs * 100,
    dayShare: backgroundDayShare * 100,
    waitSeconds: longestWaitSeconds,
  };
}

function ofWork(): Numbers {
  const { atOnce } = laneRules.delivery;
  return {
    recordWait: waitSeconds.interactive,
    twinWait: twinWaitSeconds,
    workAttempts: attempts('connection.sync'),
    workDelays: delays('connection.sync'),
    lapses: maxLapses,
    endpoints: endpointsMax,
    types: typesMax,
    deliverySeconds: delivery.deliveryTimeoutMs / 1000,
    connectSeconds: delivery.deliveryConnectTimeoutMs / 1000,
    readBytes: bytes(delivery.deliveryReadMaxBytes),
    excerptBytes: bytes(delivery.deliveryExcerptMaxBytes),
    deliveryAttempts: attempts('webhook.deliver'),
    deliveryDelays: delays('webhook.deliver'),
    retryAfterHours: delivery.retryAfterMaxSeconds / 3600,
    pauseAfter: pauseAfterFailures,
    probeSeconds: probeEverySeconds,
    giveUpDays: giveUpAfterSeconds / 86_400,
    atOnce,
    secretHours: secretOverlapSeconds / 3600,
  };
}

const orNone = (limit: number | null) => (limit === null ? 'no limit' : number(limit));

function ofOrganizations(): Numbers {
  return {
    trialConnections: orNone(organization.connectionLimits.trial),
    paidConnections: orNone(organization.connectionLimits.paid),
    keys: activeKeysMost,
    apps: providerAppsMax,
    alertDestinations: alertDestinationsMost,
    alertTests: alertTestsAnHour,
    alertMessages: alertMessagesAnHour,
    members: organization.membersMost,
    connectMinutes: connectSessionMinutes,
    consentMinutes: appConsentMinutes,
    warnings: syncWarningsMax,
    passwordShortest: organization.passwordShortest,
    passwordLongest: number(organization.passwordLongest),
    failures: signInBound.most,
    failureMinutes: signInBound.windowSeconds / 60,
    idleHours: session.sessionIdleHours,
    mostHours: session.sessionMostHours,
    sessions: session.sessionsMost,
    temporaryHours: organization.temporaryPasswordHours,
  };
}

const attempts = (type: OperationType) => retryDelaysSeconds(type).length + 1;
const number = (value: number) => value.toLocaleString('en');

function bytes(count: number): string {
  return count % 1_048_576 === 0 ? `${count / 1_048_576} MiB` : `${count / 1024} KiB`;
}

function delays(type: OperationType): string {
  return retryDelaysSeconds(type)
    .map((seconds) => {
      if (seconds < 60) return `${seconds} s`;
      return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
    })
    .join(', ');
}
