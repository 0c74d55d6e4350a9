<?php
/*
 * A CalDAV server for the tests: sabre/dav, the library in Nextcloud and Baïkal, with its SQLite backends.
 *
 *   SABRE_FOLDER=FOLDER PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:PORT sabre.php
 *
 * FOLDER/users has a line NAME:PASSWORD for each user. FOLDER/habits may have words for what other servers do on top
 * of the library, see habits.php. Both are read at each request. A user's calendars are at
 * /remote.php/dav/calendars/NAME/, the path that Nextcloud has.
 *
 * The library is Debian's package php-sabre-dav, or whatever the file SABRE_DAV loads, such as the vendor/autoload.php
 * that Composer makes. Debian 12 has 1.8.12, which knows no report of changes (RFC 6578); Nextcloud and Baïkal have 4.x.
 */

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', 'stderr');
date_default_timezone_set('UTC');

$folder = getenv('SABRE_FOLDER');
require_once getenv('SABRE_DAV') ?: 'Sabre/autoload.php';
$isOld = class_exists('Sabre\CalDAV\UserCalendars');
require_once __DIR__ . '/habits.php';

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/';
if ($path === '/.well-known/caldav') {
    header('Location: /remote.php/dav/', true, 301);
    return;
}
if (strpos($path . '/', '/remote.php/dav/') !== 0) {
    header('Content-Type: text/html');
    echo '<!DOCTYPE html><title>Sign in</title>';
    return;
}
if (refuseByHabit()) {
    return;
}

$users = [];
foreach (file($folder . '/users', FILE_IGNORE_NEW_LINES) as $line) {
    list($name, $password) = explode(':', $line, 2);
    $users[$name] = $password;
}
$pdo = new PDO('sqlite:' . $folder . '/calendars.sqlite', null, null, [PDO::ATTR_TIMEOUT => 30]);
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$pdo->exec('PRAGMA synchronous = OFF');
makeTables($pdo, $isOld, $users);

/** The columns are those that the library's backends name. */
function makeTables(PDO $pdo, $isOld, array $users)
{
    $pdo->exec('BEGIN IMMEDIATE');
    if (!$pdo->query("SELECT 1 FROM sqlite_master WHERE name = 'principals'")->fetch()) {
        $look = 'displayname, description, calendarorder INTEGER, calendarcolor, timezone, transparent INTEGER';
        $tables = [
            'principals (id INTEGER PRIMARY KEY, uri UNIQUE, email, displayname, vcardurl)',
            'groupmembers (id INTEGER PRIMARY KEY, principal_id INTEGER, member_id INTEGER)',
            'calendarobjects (id INTEGER PRIMARY KEY, calendardata BLOB, uri, calendarid INTEGER, lastmodified INTEGER,
                etag, size INTEGER, componenttype, firstoccurence INTEGER, lastoccurence INTEGER, uid,
                UNIQUE (calendarid, uri))',
            // For the habits.
            'shares (calendarid INTEGER, principaluri, uri, readonly INTEGER)',
            'trash (calendarid INTEGER, uri, UNIQUE (calendarid, uri))',
        ];
        if ($isOld) {
            $tables[] = "calendars (id INTEGER PRIMARY KEY, principaluri, uri, ctag INTEGER, components, $look,
                UNIQUE (principaluri, uri))";
        } else {
            $tables[] = 'calendars (id INTEGER PRIMARY KEY, synctoken INTEGER DEFAULT 1, components)';
            $tables[] = "calendarinstances (id INTEGER PRIMARY KEY, calendarid INTEGER, principaluri,
                access INTEGER DEFAULT 1, uri, $look, share_href, share_displayname,
                share_invitestatus INTEGER DEFAULT 2, UNIQUE (principaluri, uri))";
            $tables[] = 'calendarchanges (id INTEGER PRIMARY KEY, uri, synctoken INTEGER, calendarid INTEGER,
                operation INTEGER)';
            $tables[] = 'calendarsubscriptions (id INTEGER PRIMARY KEY, uri, principaluri, source, displayname,
                refreshrate, calendarorder INTEGER, calendarcolor, striptodos, stripalarms, stripattachments,
                lastmodified INTEGER)';
            $tables[] = 'schedulingobjects (id INTEGER PRIMARY KEY, principaluri, calendardata BLOB, uri,
                lastmodified INTEGER, etag, size INTEGER)';
        }
        foreach ($tables as $table) {
            $pdo->exec('CREATE TABLE ' . $table);
        }
        $add = $pdo->prepare('INSERT INTO principals (uri, email, displayname) VALUES (?, ?, ?)');
        foreach (array_keys($users) as $name) {
            $add->execute(['principals/' . $name, $name . '@example.org', $name]);
        }
    }
    $pdo->exec('COMMIT');
}

class BasicUsers extends Sabre\DAV\Auth\Backend\AbstractBasic
{
    protected function validateUserPass($username, $password)
    {
        global $users;
        return isset($users[$username]) && $users[$username] === $password;
    }
}

class DigestUsers extends Sabre\DAV\Auth\Backend\AbstractDigest
{
    public function getDigestHash($realm, $username)
    {
        global $users;
        return isset($users[$username]) ? md5("$username:$realm:$users[$username]") : null;
    }
}

$backend = new Calendars($pdo);
$principals = new Sabre\DAVACL\PrincipalBackend\PDO($pdo);
$server = new Sabre\DAV\Server([new Sabre\CalDAV\Principal\Collection($principals), new Root($principals, $backend)]);
$server->setBaseUri('/remote.php/dav/');
$passwords = hasHabit('digest') ? new DigestUsers() : new BasicUsers();
$server->addPlugin(
    $isOld ? new Sabre\DAV\Auth\Plugin($passwords, 'SabreDAV') : new Sabre\DAV\Auth\Plugin($passwords)
);
$server->addPlugin(new Sabre\DAVACL\Plugin());
$server->addPlugin(new Sabre\CalDAV\Plugin());
if (!$isOld) {
    $server->addPlugin(new Sabre\DAV\Sync\Plugin());
    $server->addPlugin(new Sabre\DAV\Sharing\Plugin());
    $server->addPlugin(new Sabre\CalDAV\Schedule\Plugin());
}
$server->addPlugin(new Sabre\CalDAV\SharingPlugin());
$isOld ? $server->exec() : $server->start();
